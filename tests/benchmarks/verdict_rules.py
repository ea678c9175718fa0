"""What different rules say of the same paired times: our sequential one beside mean, median, minimum and bootstrap."""

from __future__ import annotations

import bisect
import statistics
from collections.abc import Callable, Sequence
from typing import Final, Literal

import msgspec
import numpy as np

from grader.checks.pairing import GROUP, LEAD, MOST_GROUPS, Clock, Pair, seconds, standing

__all__ = ["FEW", "MOST", "OURS", "RULES", "VARIANTS", "Outcome", "Rule", "bootstrap", "fixed", "sequential"]

MOST: Final = GROUP * MOST_GROUPS
"""The pairs after which a rule that has not decided is undecided."""
FEW: Final = 20
"""The pairs that a rule takes which decides at once."""
OURS: Final = "ours"
_RESAMPLES: Final = 1000

Rule = Callable[[list[Pair], Sequence[float], Clock], "list[Outcome]"]
"""What a rule makes of pairs, by one clock, for each of several thresholds."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a rule said and after how many pairs."""

    verdict: Literal["faster", "slower", "open"]
    pairs: int


def sequential(group: int = GROUP, lead: int = LEAD) -> Rule:
    """Our rule, with groups of so many pairs and a lead of so many votes."""
    most = MOST // group

    def rule(pairs: list[Pair], thresholds: Sequence[float], by: Clock) -> list[Outcome]:
        return [_sequential(pairs, threshold, by, group, lead, most) for threshold in thresholds]

    return rule


def _sequential(pairs: list[Pair], threshold: float, by: Clock, group: int, lead: int, most: int) -> Outcome:
    def settled(length: int) -> bool:
        now = standing(pairs[:length], threshold, by, group=group, lead=lead)
        return now is not None and (now.verdict != "open" or now.groups >= most)

    # Once settled it stays so with more pairs, which is all that a search by halves needs.
    used = min(len(pairs), 1 + bisect.bisect_left(range(1, len(pairs) + 1), x=True, key=settled))
    now = standing(pairs[:used], threshold, by, group=group, lead=lead)
    return Outcome(verdict="open" if now is None else now.verdict, pairs=used)


def fixed(statistic: Callable[[Sequence[float]], float]) -> Rule:
    """The ratio of the two sides' statistics over twenty pairs: above or below, never undecided."""

    def rule(pairs: list[Pair], thresholds: Sequence[float], by: Clock) -> list[Outcome]:
        submission, baseline = _sides(pairs[:FEW], by)
        ratio = statistic(baseline) / statistic(submission)
        return [Outcome(verdict="faster" if ratio >= one else "slower", pairs=FEW) for one in thresholds]

    return rule


def bootstrap(statistic: Callable[..., np.ndarray], resamples: int = _RESAMPLES) -> Rule:
    """Decides once the 95 % percentile interval of the ratio excludes the threshold.

    Looks after 20, 40, 60 and 80 pairs; pairs are drawn again as pairs.
    """

    def rule(pairs: list[Pair], thresholds: Sequence[float], by: Clock) -> list[Outcome]:
        both = np.array(_sides(pairs, by))
        generator = np.random.default_rng()
        told: dict[float, Outcome] = {}
        for length in range(FEW, len(pairs) + 1, FEW):
            if len(told) == len(thresholds):
                break
            drawn = both[:, generator.integers(length, size=(resamples, length))]
            submission, baseline = statistic(drawn, axis=-1)
            low, high = np.quantile(baseline / submission, (0.025, 0.975))
            for threshold in thresholds:
                if threshold not in told and not low <= threshold <= high:
                    verdict: Literal["faster", "slower"] = "faster" if threshold < low else "slower"
                    told[threshold] = Outcome(verdict=verdict, pairs=length)
        return [told.get(threshold, Outcome(verdict="open", pairs=len(pairs))) for threshold in thresholds]

    return rule


def _sides(pairs: list[Pair], by: Clock) -> tuple[list[float], list[float]]:
    """The seconds of the submission's blocks, and of the baseline's."""
    return [seconds(pair.submission, by) for pair in pairs], [seconds(pair.baseline, by) for pair in pairs]


RULES: Final[dict[str, Rule]] = {
    OURS: sequential(),
    "mean": fixed(statistics.fmean),
    "median": fixed(statistics.median),
    "minimum": fixed(min),
    "bootstrap of medians": bootstrap(np.median),
    "bootstrap of means": bootstrap(np.mean),
}
VARIANTS: Final[dict[str, Rule]] = {
    f"groups of {group}, lead {lead}": sequential(group, lead) for group in (3, 5, 8) for lead in (2, 3, 4)
}
