"""The sequential rule that turns paired times into a verdict; arithmetic only, no clock."""

from __future__ import annotations

import math
import statistics
from typing import Literal

import msgspec

__all__ = [
    "GROUP",
    "LEAD",
    "MOST_GROUPS",
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

GROUP = 5
LEAD = 3
MOST_GROUPS = 16
PLAIN = 2.0

Clock = Literal["processor", "wall"]

_IDLE = 2.0
_TICK = 1e-6


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
    """Where the sequential rule stands: its verdict so far, the ratio and the range of the groups' ratios.

    ``sizes`` are the numbers of pairs of the groups, in order.
    """

    verdict: Literal["faster", "slower", "open"]
    ratio: float
    low: float
    high: float
    sizes: tuple[int, ...]
    clock: Clock

    @property
    def groups(self) -> int:
        """How many groups have voted."""
        return len(self.sizes)


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
    pairs: list[Pair], threshold: float, by: Clock, *, group: int = GROUP, lead: int = LEAD, plain: float = PLAIN
) -> Standing | None:
    """Returns where the rule stands after these pairs, by one of the two clocks; None before a group is complete.

    Groups of 5 pairs each vote by the sign of log(min baseline / min submission) − log(threshold); a lead of 3
    votes decides. A pair that is more than twice the threshold away from it is a group by itself where the processor's
    clock counts: nothing shifts that as far. The ratio is the median of the groups' ratios. Minima are used because
    noise only ever adds time; ``tests/benchmarks/verdicts.py`` measures the error of the rule.
    """
    ratios: list[float] = []
    sizes: list[int] = []
    open_group: list[Pair] = []
    ahead = 0
    for pair in pairs:
        open_group.append(pair)
        ratio = _ratio(open_group, by)
        is_plain = by == "processor" and abs(math.log(ratio / threshold)) > math.log(plain)
        if len(open_group) < group and not (is_plain and len(open_group) == 1):
            continue
        sizes.append(len(open_group))
        open_group = []
        ratios.append(ratio)
        if abs(ahead) < lead:
            ahead += 1 if ratio >= threshold else -1
    if not ratios:
        return None
    verdict: Literal["faster", "slower", "open"] = "open"
    if abs(ahead) >= lead:
        verdict = "faster" if ahead > 0 else "slower"
    return Standing(
        verdict=verdict,
        ratio=statistics.median(ratios),
        low=min(ratios),
        high=max(ratios),
        sizes=tuple(sizes),
        clock=by,
    )


def _ratio(group: list[Pair], by: Clock) -> float:
    """How many times as fast the submission is by the quickest blocks of either side."""
    return min(seconds(pair.baseline, by) for pair in group) / min(seconds(pair.submission, by) for pair in group)
