"""Paired times as the grader takes them, of two programs whose true ratio is known by construction and measured.

Submission and baseline are the same jitted loop with more rounds on one side. All goes through a contest of the speed
check itself: timed workers kept to one core, blocks, pauses, fresh values, every output held against the solution's.
"""

from __future__ import annotations

import math
import secrets
import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec
from verdict_rules import MOST

from grader.checks.blocks import Block, Measure, Pair, measure, seconds
from grader.checks.comparison import Tolerance
from grader.checks.contest import Contest
from grader.checks.race import Race
from grader.inquiry import Run
from grader.model.exercise import ArraySpec, Case, Exercise, Limits, Signature, Source
from grader.sandbox.readiness import made_ready
from grader.sandbox.workshop import Workshop

__all__ = ["GRADED", "MEASURES", "Grounds", "Sample", "Truth", "Truths", "Way", "middle"]

MEASURES: Final = {
    "processor": Measure(clock="processor"),
    "processor, all calls": Measure(clock="processor", whole=True),
    "wall": Measure(clock="wall"),
}
GRADED: Final = "as graded"
"""Each sample by the measure that the grader chooses for it."""
_PROBE: Final = (20_000, 60_000)
_LONG: Final = 3600.0
_AROUND: Final = 12  # pairs of processes that tell the true ratio
_FILE: Final = """
import jax
import jax.numpy as jnp


@jax.jit
def work(x):
    return jax.lax.fori_loop(0, {rounds}, lambda i, x: 0.5 * x + jnp.cos(x), x)
"""


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """How workers are timed: as the grader does, or without stopping the idle one, or free to change cores."""

    name: str = ""
    pauses: bool = True
    pinned: bool = True


class Truth(msgspec.Struct, frozen=True, kw_only=True):
    """The true ratio of what is timed around a moment, by one measure, and its standard error."""

    ratio: float
    error: float


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs of one race, the seconds that each took with all that belongs to it, and which pair of processes it was.

    Processes are numbered as they are opened: near numbers are near in time. ``opening`` is what starting workers,
    loading, compiling and sizing the blocks took, in seconds; ``chosen`` what the grader would judge by.
    """

    pairs: list[Pair]
    taken: list[float]
    opening: float
    processes: int
    chosen: Measure

    def named(self, name: str) -> str:
        """The measure of this name; of the one that the grader chose, its own."""
        if name != GRADED:
            return name
        return next((own for own, measure in MEASURES.items() if measure == self.chosen), self.chosen.clock)

    def by(self, name: str) -> list[Pair]:
        """The pairs with one call a block, which took what that measure makes of the block's."""
        by = MEASURES[name]
        return [Pair(submission=_one(pair.submission, by), baseline=_one(pair.baseline, by)) for pair in self.pairs]


class _Stamped(Contest):
    """A contest whose races tell when each pair was begun and ended, and that may leave the idle worker running."""

    stamps: list[float]
    pauses = True

    def _between(self, *racers: Any) -> Race:
        race = super()._between(*racers)
        self.stamps = []
        pair = race._pair

        def stamped() -> Pair:
            self.stamps = self.stamps or [time.perf_counter()]
            found = pair()
            self.stamps.append(time.perf_counter())
            return found

        race._pair = stamped  # type: ignore[method-assign]
        if not self.pauses:
            for racer in (race.submission, race.baseline):
                racer.worker.pause = lambda: None
        return race


class Grounds:
    """Where calls of one length are timed: a workshop and two files, one of which computes longer.

    ``call`` is how long the quicker one computes, in seconds, and ``slower`` how many times as long the other does.
    What is timed holds the moving of data as well.
    """

    def __init__(self, workshop: Workshop, call: float, *, slower: float) -> None:
        self._workshop = workshop
        self._opened = 0
        self._rounds = _PROBE
        [found] = self.samples(1, each=1, length=10)
        by = MEASURES["processor"]
        difference = min(seconds(one.baseline, by) for one in found.pairs) - min(
            seconds(one.submission, by) for one in found.pairs
        )
        rounds = round(call * (_PROBE[1] - _PROBE[0]) / difference)
        self._rounds = (rounds, round(slower * rounds))

    def samples(self, count: int, *, each: int, length: int = MOST, way: Way = Way()) -> Iterator[Sample]:  # noqa: B008 - frozen
        """So many samples, ``each`` so many from the same pair of processes."""
        made = 0
        while made < count:
            began = time.perf_counter()
            with self._contest(way) as contest:
                opening = 0.0
                for _ in range(min(each, count - made)):
                    race, _ = contest.race(1.0, most=1)
                    while len(race.pairs) < length:
                        race.pairs.append(race._pair())
                    first, *stamps = contest.stamps
                    opening = opening or first - began
                    made += 1
                    yield Sample(
                        pairs=race.pairs,
                        taken=[end - start for start, end in pairwise([first, *stamps])],
                        opening=opening,
                        processes=self._opened,
                        chosen=measure(race.pairs, host=True, idle=race._idle),
                    )

    @contextmanager
    def _contest(self, way: Way) -> Iterator[_Stamped]:
        """A contest in fresh workers."""
        self._opened += 1
        with tempfile.TemporaryDirectory() as folder:
            exercise = self._exercise(Path(folder))
            assert exercise.solution is not None
            with Run(exercise, exercise.solution, workshop=self._workshop, seed=secrets.token_hex(16)) as run:
                if not way.pinned:
                    run._openings._timed = msgspec.structs.replace(made_ready("cpu"), core=None)
                contest = _Stamped(run, exercise.cases[0], "starter", Tolerance())
                contest.pauses = way.pauses
                yield contest

    def _exercise(self, folder: Path) -> Exercise:
        quick, slow = (
            Source(name=name, data=_FILE.format(rounds=rounds).encode())
            for name, rounds in zip(("quick.py", "slow.py"), self._rounds, strict=True)
        )
        return Exercise(
            number=0,
            slug="verdicts",
            title="Verdicts",
            task="",
            signature=Signature(name="work", positional=("x",)),
            jit="submission",
            starter=slow,
            solution=quick,
            folder=folder,
            cases=(Case(name="drawn", arguments={"x": ArraySpec(dtype="float32", shape=(8,), low=0.0, high=1.0)}),),
            limits=Limits(wall=_LONG, cpu=_LONG),
        )


class Truths:
    """The true ratio of a call at any time: of all that was timed on the quiet host around it, by other processes.

    It drifts by some percent within minutes, with the processor's frequency and whatever else the host does, which is
    why it is taken while samples are and not beforehand.
    """

    def __init__(self, quiet: Iterable[Sample], by: Measure) -> None:
        pairs: dict[int, list[Pair]] = {}
        for sample in quiet:
            pairs.setdefault(sample.processes, []).extend(sample.pairs)
        self._middles = {processes: middle(taken, by) for processes, taken in pairs.items()}

    def around(self, processes: int) -> Truth:
        """The median over the pairs of processes nearest in time to this one, without itself.

        The standard error of a median of normal numbers is 1.25 that of their mean.
        """
        others = sorted((abs(other - processes), ratio) for other, ratio in self._middles.items() if other != processes)
        ratios = [ratio for _, ratio in others[:_AROUND]]
        error = 1.25 * statistics.stdev(ratios) / math.sqrt(len(ratios))
        return Truth(ratio=statistics.median(ratios), error=error)


def _one(block: Block, by: Measure) -> Block:
    taken = (seconds(block, by),)
    return Block(walls=taken, processors=taken)


def middle(pairs: list[Pair], by: Measure) -> float:
    """The median of the pairs' ratios: what makes both sides slow does not move it."""
    return statistics.median(seconds(pair.baseline, by) / seconds(pair.submission, by) for pair in pairs)
