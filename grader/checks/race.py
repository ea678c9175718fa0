"""Two workers timed against each other: blocks of calls on fresh values, in pairs, in random order, one at a time."""

from __future__ import annotations

import math
import secrets
from typing import TYPE_CHECKING, Final

from grader.checks.blocks import Block, Pair, measure, usual_ratio
from grader.checks.pairing import MOST_PAIRS, standing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.checks.blocks import Measure
    from grader.checks.pairing import Standing
    from grader.model.answers import Answer
    from grader.model.check import OwnWorker
    from grader.model.questions import Call

    Exchange = Sequence[tuple[Call, Answer]]

__all__ = ["Race", "Racer"]

_BLOCK_SECONDS: Final = 2e-3
_MOST_CALLS: Final = 64
_WARM_UPS: Final = 3
_TRIAL: Final = 4  # calls in a row that size a block
_SHORT: Final = 1e-2  # seconds: who takes longer is sized well enough by the warm-ups
_ALIKE: Final = 4  # times what a call of the other side takes
_LOOKED_AT: Final = 300  # calls, so many that slow ones among them are met
_LONGEST_LOOK: Final = 1.0  # seconds of more calls for that


class Racer:
    """One side of a race: a worker, the ``question`` drawn for each call, and who looks at the answers.

    ``verify`` sees each block's calls and answers once the clocks have stopped.

    ``first`` is the wall time of its first call, in seconds: what compiling takes is in it, where the worker is fresh.
    ``taken`` is the wall time of all its calls.
    """

    def __init__(self, worker: OwnWorker, question: Callable[[], Call], verify: Callable[[Exchange], None]) -> None:
        self.worker = worker
        self.question = question
        self.calls = 1
        self.first = 0.0
        self.taken = 0.0
        self._verify = verify

    def warm(self) -> float:
        """Makes the first calls, then sizes blocks by what they took, and makes one that does not count.

        The first call after a stop takes up to three times as long as the next one, by any clock, and much longer on a
        busy machine. So a block is sized by calls in a row: else one side of a race may be judged by first calls only.
        Returns what the quickest took, in seconds.
        """
        taken = [self.block().walls[0] for _ in range(_WARM_UPS)][1:]
        if min(taken) < _SHORT:
            self.calls = _TRIAL
            taken += self.block().walls
        self.calls = min(_MOST_CALLS, max(1, math.ceil(_BLOCK_SECONDS / min(taken))))
        if self.calls > 1:
            self.block()
        return min(taken)

    def block(self) -> Block:
        """What a call took in one block. Each input is sent once the previous output is here, its clock running.

        The worker runs for that time only: before and after, the kernel stops it.
        """
        walls: list[float] = []
        processors: list[float | None] = []
        exchanged = []
        questions = [self.question() for _ in range(self.calls)]
        waited = self.worker.waited
        self.worker.resume()
        for asked in questions:
            answer = self.worker.ask(asked)
            walls.append(self.worker.seconds)
            processors.append(self.worker.processor_seconds)
            exchanged.append((asked, answer))
        waited = (self.worker.waited or 0.0) - (waited or 0.0)
        self.worker.pause()
        self.taken += sum(walls)
        self.first = self.first or walls[0]
        self._verify(exchanged)
        told = [one for one in processors if one is not None]
        return Block(
            walls=tuple(walls),
            processors=tuple(told) if len(told) == len(walls) else None,
            waited=waited / len(walls),
        )


class Race:
    """Racers in turns.

    ``host`` tells whether the processor's clock may count, ``idle`` what asking costs beside it, in seconds;
    ``budget`` is how long either racer may run in all, in seconds of its calls.
    """

    def __init__(
        self,
        submission: Racer,
        baseline: Racer,
        *,
        host: bool,
        idle: float,
        budget: float,
    ) -> None:
        self.submission = submission
        self.baseline = baseline
        self.pairs: list[Pair] = []
        self._host = host
        self._idle = idle
        self._budget = budget

    def run(self, threshold: float, *, most: int = MOST_PAIRS) -> Standing:
        """Times pairs until the sequential rule decides, or ``most`` pairs or the budget are used up."""
        self._warm()
        while True:
            self.pairs.append(self._pair())
            now = standing(self.pairs, threshold, measure(self.pairs, host=self._host, idle=self._idle))
            spent = max(self.submission.taken, self.baseline.taken) > self._budget
            if now is not None and (now.verdict != "open" or len(self.pairs) >= most or spent):
                return now

    def usual_ratio(self, by: Measure) -> float:
        """How many times as fast the submission is once its slow calls count.

        Few pairs may have met none of them. So it makes more calls by itself: quick ones, since it is the quicker side.
        """
        blocks = [pair.submission for pair in self.pairs]
        enough = self.submission.taken + _LONGEST_LOOK
        while sum(len(block.walls) for block in blocks) < _LOOKED_AT and self.submission.taken < enough:
            blocks.append(self.submission.block())
        return usual_ratio(blocks, [pair.baseline for pair in self.pairs], by)

    def _warm(self) -> None:
        """Warms both sides; where their calls take alike, both get as many: of more the quicker half is quicker."""
        sides = (self.submission, self.baseline)
        taken = [racer.warm() for racer in sides]
        if max(taken) <= _ALIKE * min(taken):
            calls = max(racer.calls for racer in sides)
            for racer in sides:
                racer.calls = calls

    def _pair(self) -> Pair:
        """One block of each side, in random order."""
        if secrets.randbelow(2):
            submission, baseline = self.submission.block(), self.baseline.block()
        else:
            baseline, submission = self.baseline.block(), self.submission.block()
        return Pair(submission=submission, baseline=baseline)
