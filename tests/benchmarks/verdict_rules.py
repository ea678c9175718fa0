"""What different rules say of the same paired times: our sequential one beside mean, median, minimum and bootstrap."""

from __future__ import annotations

import bisect
import statistics
from collections.abc import Callable, Sequence
from typing import Final, Literal

import msgspec
import numpy as np

from grader.checks.blocks import Measure, Pair, seconds
from grader.checks.pairing import LEAD, MOST_A_PAIR, MOST_PAIRS, standing

__all__ = [
    "FEW",
    "MOST",
    "OURS",
    "RULES",
    "VARIANTS",
    "Outcome",
    "Rule",
    "bootstrap",
    "fixed",
    "groups",
    "of_minima",
    "sequential",
]

MOST: Final = MOST_PAIRS
"""The pairs after which a rule that has not decided is undecided."""
FEW: Final = 20
"""The pairs that a rule takes which decides at once."""
OURS: Final = "ours"
_RESAMPLES: Final = 1000

Verdict = Literal["faster", "slower", "open"]
Rule = Callable[[list[Pair], Sequence[float], Measure], "list[Outcome]"]
"""What a rule makes of pairs, by one measure, for each of several thresholds."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a rule said and after how many pairs."""

    verdict: Verdict
    pairs: int


def sequential(most: float = MOST_A_PAIR, lead: float = LEAD) -> Rule:
    """Our rule, in which a pair counts so much at most, and such a sum decides."""

    def rule(pairs: list[Pair], thresholds: Sequence[float], by: Measure) -> list[Outcome]:
        def stand(length: int, threshold: float) -> Verdict:
            now = standing(pairs[:length], threshold, by, most=most, lead=lead)
            return "open" if now is None else now.verdict

        return [_settled(pairs, threshold, stand, step=1) for threshold in thresholds]

    return rule


def groups(size: int, lead: int) -> Rule:
    """Groups of so many pairs vote by the ratio of their minima; a lead of so many votes decides."""

    def rule(pairs: list[Pair], thresholds: Sequence[float], by: Measure) -> list[Outcome]:
        ratios = [of_minima(pairs[start : start + size], by) for start in range(0, len(pairs) - size + 1, size)]

        def stand(length: int, threshold: float) -> Verdict:
            ahead = 0
            for ratio in ratios[: length // size]:
                ahead += 1 if ratio >= threshold else -1
                if abs(ahead) >= lead:
                    return "faster" if ahead > 0 else "slower"
            return "open"

        return [_settled(pairs, threshold, stand, step=size) for threshold in thresholds]

    return rule


def of_minima(pairs: list[Pair], by: Measure) -> float:
    """The ratio of the sides' quickest blocks."""
    return min(seconds(pair.baseline, by) for pair in pairs) / min(seconds(pair.submission, by) for pair in pairs)


def _settled(pairs: list[Pair], threshold: float, stand: Callable[[int, float], Verdict], *, step: int) -> Outcome:
    """What a rule says that stays settled once it is: after how many pairs is found by halves."""
    lengths = range(step, len(pairs) + 1, step)
    place = min(len(lengths) - 1, bisect.bisect_left(lengths, x=True, key=lambda one: stand(one, threshold) != "open"))
    return Outcome(verdict=stand(lengths[place], threshold), pairs=lengths[place])


def fixed(statistic: Callable[[Sequence[float]], float]) -> Rule:
    """The ratio of the two sides' statistics over twenty pairs: above or below, never undecided."""

    def rule(pairs: list[Pair], thresholds: Sequence[float], by: Measure) -> list[Outcome]:
        submission, baseline = _sides(pairs[:FEW], by)
        ratio = statistic(baseline) / statistic(submission)
        return [Outcome(verdict="faster" if ratio >= one else "slower", pairs=FEW) for one in thresholds]

    return rule


def bootstrap(statistic: Callable[..., np.ndarray], resamples: int = _RESAMPLES) -> Rule:
    """Decides once the 95 % percentile interval of the ratio excludes the threshold.

    Looks after 20, 40, 60 and 80 pairs; pairs are drawn again as pairs.
    """

    def rule(pairs: list[Pair], thresholds: Sequence[float], by: Measure) -> list[Outcome]:
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


def _sides(pairs: list[Pair], by: Measure) -> tuple[list[float], list[float]]:
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
    **{
        f"at most {most:g} a pair, {lead:g}": sequential(most, lead)
        for most in (0.15, 0.25, 0.35)
        for lead in (4 * most, 6 * most, 8 * most)
    },
    **{f"minima of {size}, lead {lead}": groups(size, lead) for size in (5, 8) for lead in (3, 4)},
}
