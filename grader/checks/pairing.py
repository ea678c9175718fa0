"""The sequential rule that turns paired times into a verdict; arithmetic only, no clock."""

from __future__ import annotations

import math
import statistics
from typing import Literal

import msgspec

__all__ = ["GROUP", "LEAD", "MOST_GROUPS", "Block", "Clock", "Pair", "Standing", "clock", "standing"]

GROUP = 5
LEAD = 3
MOST_GROUPS = 16

Clock = Literal["processor", "wall"]

_IDLE = 4.0
_ROUND_TRIP = 3e-4
_TICK = 1e-6


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """One block of calls, in seconds per call: by the grader's clock, and by the kernel's of the worker's process.

    ``processor`` is None where the system does not tell.
    """

    wall: float
    processor: float | None


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """One pair of blocks, of the submission and of the baseline."""

    submission: Block
    baseline: Block


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Where the sequential rule stands: its verdict so far, the ratio and the range of the groups' ratios."""

    verdict: Literal["faster", "slower", "open"]
    ratio: float
    low: float
    high: float
    groups: int
    clock: Clock


def clock(pairs: list[Pair], *, host: bool) -> Clock:
    """Returns the clock to judge these pairs by: the processor's on a ``host`` that tells it, else the wall's.

    Under load the processor's clock spreads 1.6 to 4.5 % where the wall's spreads 5 to 42 %. But it does not see who
    sleeps or has other processes work: where even the quickest wall time of the submission is several times its
    processor time, and by more than a round trip costs, the wall counts.
    """
    if not host or any(block.processor is None for pair in pairs for block in (pair.submission, pair.baseline)):
        return "wall"
    wall = min(pair.submission.wall for pair in pairs)
    processor = min(pair.submission.processor or 0.0 for pair in pairs)
    return "wall" if wall > _IDLE * processor + _ROUND_TRIP else "processor"


def _seconds(block: Block, by: Clock) -> float:
    return block.wall if by == "wall" or block.processor is None else max(block.processor, _TICK)


def standing(pairs: list[Pair], threshold: float, by: Clock = "wall") -> Standing:
    """Returns where the rule stands after these pairs, by one of the two clocks.

    Groups of 5 pairs each vote by the sign of log(min baseline / min submission) − log(threshold); a lead of 3
    votes decides. The ratio is the median of the groups' ratios. Minima are used because noise only ever adds
    time; ``shared/design.md`` section 5 has the measured error of the rule. Raises ValueError without a whole group.
    """
    groups = [pairs[start : start + GROUP] for start in range(0, len(pairs) - GROUP + 1, GROUP)]
    if not groups:
        raise ValueError("no group of pairs is complete")
    ratios = [
        min(_seconds(pair.baseline, by) for pair in group) / min(_seconds(pair.submission, by) for pair in group)
        for group in groups
    ]
    lead = 0
    for ratio in ratios:
        lead += 1 if math.log(ratio) >= math.log(threshold) else -1
        if abs(lead) >= LEAD:
            break
    verdict: Literal["faster", "slower", "open"] = "open"
    if abs(lead) >= LEAD:
        verdict = "faster" if lead > 0 else "slower"
    return Standing(
        verdict=verdict,
        ratio=statistics.median(ratios),
        low=min(ratios),
        high=max(ratios),
        groups=len(groups),
        clock=by,
    )
