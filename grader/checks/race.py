"""Two workers timed against each other: blocks of calls on fresh values, in pairs, in random order, one at a time."""

from __future__ import annotations

import math
import secrets
from typing import TYPE_CHECKING, Final

from grader.checks.blocks import Block, Pair, measure
from grader.checks.pairing import MOST_PAIRS, standing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.checks.pairing import Standing
    from grader.model.answers import Answer
    from grader.model.check import OwnWorker
    from grader.model.questions import Call

    Exchange = Sequence[tuple[Call, Answer]]

__all__ = ["Race", "Racer"]

_BLOCK_SECONDS: Final = 2e-3
_MOST_CALLS: Final = 64
_WARM_UPS: Final = 3


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

    def warm(self) -> None:
        """Makes the first calls, then sizes blocks by what they took, and makes one that does not count."""
        taken = [self.block().walls[0] for _ in range(_WARM_UPS)]
        self.calls = min(_MOST_CALLS, max(1, math.ceil(_BLOCK_SECONDS / min(taken[1:]))))
        if self.calls > 1:
            self.block()

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
        for racer in (self.submission, self.baseline):
            racer.warm()
        while True:
            self.pairs.append(self._pair())
            now = standing(self.pairs, threshold, measure(self.pairs, host=self._host, idle=self._idle))
            spent = max(self.submission.taken, self.baseline.taken) > self._budget
            if now is not None and (now.verdict != "open" or len(self.pairs) >= most or spent):
                return now

    def _pair(self) -> Pair:
        """One block of each side, in random order."""
        if secrets.randbelow(2):
            submission, baseline = self.submission.block(), self.baseline.block()
        else:
            baseline, submission = self.baseline.block(), self.submission.block()
        return Pair(submission=submission, baseline=baseline)
