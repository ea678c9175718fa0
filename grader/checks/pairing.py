"""The sequential rule that turns paired times into a verdict; arithmetic only, no clock."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from grader.checks.blocks import Measure, seconds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.checks.blocks import Pair

__all__ = ["LEAD", "MOST_A_PAIR", "MOST_PAIRS", "PLAIN", "Standing", "standing"]

LEAD: Final = 1.5
MOST_A_PAIR: Final = 0.25
MOST_PAIRS: Final = 80
PLAIN: Final = 2.0

_ROUNDING: Final = 1e-9


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Where the sequential rule stands: its verdict so far, the middle ratio, and what most pairs' ratios lie between.

    A tenth of the pairs lies below ``low``, and a tenth above ``high``.
    """

    verdict: Literal["faster", "slower", "open"]
    ratio: float
    low: float
    high: float
    by: Measure


def standing(
    pairs: Sequence[Pair], threshold: float, by: Measure, *, most: float = MOST_A_PAIR, lead: float = LEAD
) -> Standing | None:
    """Returns where the rule stands after these pairs, by this measure; None without any.

    Each pair counts by log(baseline / submission) − log(threshold), but by ``most`` at most; a sum beyond ``lead``
    decides. That is Huber's robust form of Wald's sequential test (Annals of Mathematical Statistics 36, 1965): what
    is far from the threshold is decided after six pairs, what is near takes as many as it needs, and no outlier
    counts more than another pair. Both sides of a pair run within milliseconds, so that what makes the machine slow for
    a while makes both slow; ``tests/benchmarks/verdicts.py`` measures the error of the rule.
    """
    if not pairs:
        return None
    ratios = [seconds(pair.baseline, by) / seconds(pair.submission, by) for pair in pairs]
    verdict: Literal["faster", "slower", "open"] = "open"
    ahead = 0.0
    for ratio in ratios:
        ahead += min(max(math.log(ratio / threshold), -most), most)
        if abs(ahead) >= lead - _ROUNDING:
            verdict = "faster" if ahead > 0 else "slower"
            break
    inner = sorted(ratios)[len(ratios) // 10 : len(ratios) - len(ratios) // 10]
    return Standing(verdict=verdict, ratio=statistics.median(ratios), low=inner[0], high=inner[-1], by=by)
