"""The sequential rule that turns paired times into a verdict; arithmetic only, no clock."""

from __future__ import annotations

import math
import statistics
from typing import Literal

import msgspec

__all__ = [
    "LEAD",
    "MOST_A_PAIR",
    "MOST_PAIRS",
    "PLAIN",
    "Block",
    "Clock",
    "Pair",
    "Standing",
    "clock",
    "seconds",
    "spread",
    "standing",
]

LEAD = 1.5
MOST_A_PAIR = 0.25
MOST_PAIRS = 80
PLAIN = 2.0

Clock = Literal["processor", "wall"]

_IDLE = 2.0
_TICK = 1e-6
_ROUNDING = 1e-9


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """One block of calls, in seconds per call: by the grader's clock, and by the kernel's of the worker's process.

    ``waited`` is the part of the wall time in which it would have run had it been given a processor. ``processor`` is
    None where the system does not tell.
    """

    wall: float
    processor: float | None
    waited: float = 0.0


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """One pair of blocks, of the submission and of the baseline."""

    submission: Block
    baseline: Block


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Where the sequential rule stands: its verdict so far, the middle ratio, and what most pairs' ratios lie between.

    A tenth of the pairs lies below ``low``, and a tenth above ``high``.
    """

    verdict: Literal["faster", "slower", "open"]
    ratio: float
    low: float
    high: float
    clock: Clock


def clock(pairs: list[Pair], *, host: bool, idle: float) -> Clock:
    """Returns the clock to judge these pairs by: the processor's on a ``host`` that tells it, else the wall's.

    Under load the processor's clock spreads 1.6 to 4.5 % where the wall's spreads 5 to 42 %. But it does not see who
    sleeps or has other processes work: where even the quickest call of the submission, less what it waited for a
    processor, takes twice its processor time and ``idle`` seconds more, which asking itself costs, the wall counts.
    """
    if not host or any(block.processor is None for pair in pairs for block in (pair.submission, pair.baseline)):
        return "wall"
    wall = min(pair.submission.wall - pair.submission.waited for pair in pairs)
    processor = min(pair.submission.processor or 0.0 for pair in pairs)
    return "wall" if wall > _IDLE * processor + idle else "processor"


def seconds(block: Block, by: Clock) -> float:
    """The seconds of a block by one of the two clocks."""
    return block.wall if by == "wall" or block.processor is None else max(block.processor, _TICK)


def spread(blocks: list[Block], by: Clock) -> float:
    """How far the middle block is above the quickest, as a share of it: 0 where all take the same."""
    taken = [seconds(block, by) for block in blocks]
    return statistics.median(taken) / min(taken) - 1


def standing(
    pairs: list[Pair], threshold: float, by: Clock, *, most: float = MOST_A_PAIR, lead: float = LEAD
) -> Standing | None:
    """Returns where the rule stands after these pairs, by one of the two clocks; None without any.

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
    return Standing(verdict=verdict, ratio=statistics.median(ratios), low=inner[0], high=inner[-1], clock=by)
