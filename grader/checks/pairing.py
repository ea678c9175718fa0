"""The sequential rule that turns paired times into a verdict; arithmetic only, no clock."""

from __future__ import annotations

import math
import statistics
from typing import Literal

import msgspec

__all__ = ["GROUP", "LEAD", "MOST_GROUPS", "Pair", "Standing", "standing"]

GROUP = 5
LEAD = 3
MOST_GROUPS = 16


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """One pair of blocks: seconds per call of the submission and of the baseline."""

    submission: float
    baseline: float


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Where the sequential rule stands: its verdict so far, the ratio and the range of the groups' ratios."""

    verdict: Literal["faster", "slower", "open"]
    ratio: float
    low: float
    high: float
    groups: int


def standing(pairs: list[Pair], threshold: float) -> Standing:
    """Returns where the rule stands after these pairs.

    Groups of 5 pairs each vote by the sign of log(min baseline / min submission) − log(threshold); a lead of 3
    votes decides. The ratio is the median of the groups' ratios. Minima are used because noise only ever adds
    time; ``shared/design.md`` section 5 has the measured error of the rule. Raises ValueError without a whole group.
    """
    groups = [pairs[start : start + GROUP] for start in range(0, len(pairs) - GROUP + 1, GROUP)]
    if not groups:
        raise ValueError("no group of pairs is complete")
    ratios = [min(pair.baseline for pair in group) / min(pair.submission for pair in group) for group in groups]
    lead = 0
    for ratio in ratios:
        lead += 1 if math.log(ratio) >= math.log(threshold) else -1
        if abs(lead) >= LEAD:
            break
    verdict: Literal["faster", "slower", "open"] = "open"
    if abs(lead) >= LEAD:
        verdict = "faster" if lead > 0 else "slower"
    return Standing(
        verdict=verdict, ratio=statistics.median(ratios), low=min(ratios), high=max(ratios), groups=len(groups)
    )
