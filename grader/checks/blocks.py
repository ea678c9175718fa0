"""What was timed, call by call, and by what of it a race is measured; arithmetic only, no clock."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING, Final, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Block", "Clock", "Measure", "Pair", "measure", "seconds", "spread", "usual_ratio"]

Clock = Literal["processor", "wall"]

_IDLE: Final = 2.0
_TICK: Final = 1e-6
_EXCUSED: Final = 0.1
_DISTURBED: Final = 2.0
_UNEVEN: Final = ((0.5, 1.25), (0.75, 1.5))


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """One block of calls, in seconds for each: by the grader's clock, and by the kernel's of the worker's process.

    ``waited`` is the part of a call's wall time, over all calls, in which it would have run had it been given a
    processor. ``processors`` is None where the system does not tell.
    """

    walls: tuple[float, ...]
    processors: tuple[float, ...] | None
    waited: float = 0.0


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """One pair of blocks, of the submission and of the baseline."""

    submission: Block
    baseline: Block


class Measure(msgspec.Struct, frozen=True, kw_only=True):
    """What a call of a block is said to take: by which clock, and whether over ``whole`` blocks or their quicker half.

    Whatever else goes on in a machine only ever makes a call longer, a few calls by much, so the quicker ones tell more
    of the program (Chen and Revels, *Robust benchmarking in noisy environments*, 2016).
    """

    clock: Clock
    whole: bool = False


def measure(pairs: Sequence[Pair], *, host: bool, idle: float) -> Measure:
    """Returns what to judge these pairs by.

    The clock is the processor's on a ``host`` that tells it, else the wall's. Under load the processor's clock spreads
    1.6 to 4.5 % where the wall's spreads 5 to 42 %. But it does not see who sleeps or has other processes work: where
    even the quickest call of the submission, less what it waited for a processor, takes twice its processor time and
    ``idle`` seconds more, which asking itself costs, the wall counts.

    All calls count where either side is uneven by itself, since it compiles now and then, say: they take a quarter
    longer than the quicker half of them in its middle block, or half as long again in one block of four.
    """
    clock = _clock(pairs, host=host, idle=idle)
    sides = ([pair.submission for pair in pairs], [pair.baseline for pair in pairs])
    return Measure(clock=clock, whole=any(_uneven(blocks, clock) for blocks in sides))


def _uneven(blocks: Sequence[Block], clock: Clock) -> bool:
    """Whether what a call takes differs within these blocks by more than noise explains."""
    whole, half = Measure(clock=clock, whole=True), Measure(clock=clock)
    ratios = sorted(seconds(block, whole) / seconds(block, half) for block in blocks)
    return any(ratios[int(part * len(ratios))] > most for part, most in _UNEVEN)


def _clock(pairs: Sequence[Pair], *, host: bool, idle: float) -> Clock:
    submissions = [pair.submission for pair in pairs]
    if not host or any(block.processors is None for block in (*submissions, *(pair.baseline for pair in pairs))):
        return "wall"
    wall = min(statistics.fmean(block.walls) - block.waited for block in submissions)
    processor = min(statistics.fmean(block.processors or ()) for block in submissions)
    return "wall" if wall > _IDLE * processor + idle else "processor"


def seconds(block: Block, by: Measure) -> float:
    """What a call of the block takes by this measure, in seconds."""
    calls = block.walls if by.clock == "wall" or block.processors is None else block.processors
    counted = calls if by.whole or len(calls) == 1 else sorted(calls)[: math.ceil(len(calls) / 2)]
    return max(sum(counted) / len(counted), _TICK)


def spread(blocks: Sequence[Block], by: Measure) -> float:
    """How far the middle block is above the quickest, as a share of it: 0 where all take the same."""
    taken = [seconds(block, by) for block in blocks]
    return statistics.median(taken) / min(taken) - 1


def usual_ratio(submission: Sequence[Block], baseline: Sequence[Block], by: Measure) -> float:
    """How many times as fast as the baseline the submission is once slow calls count, by this clock.

    Of each side the slowest blocks are left out, a tenth at most: as many as something disturbed of the baseline's,
    which take twice what its middle one takes, and one more. So a busy machine is excused, and no submission that is
    slow in each tenth call.
    """
    whole = Measure(clock=by.clock, whole=True)
    sides = [sorted(seconds(block, whole) for block in blocks) for blocks in (submission, baseline)]
    disturbed = sum(taken > _DISTURBED * statistics.median(sides[1]) for taken in sides[1]) / len(sides[1])
    own, other = (
        statistics.fmean(
            side[: len(side) - min(math.ceil(_EXCUSED * len(side)), 1 + int(disturbed * len(side)))] or side
        )
        for side in sides
    )
    return other / own
