"""One contest of a speed check: submission, baseline and an echo in workers of their own, values nobody has seen."""

from __future__ import annotations

import functools
import secrets
from typing import TYPE_CHECKING, Final, Literal

from grader.checks.ablation import ablation, little_work, outside, wanted_work
from grader.checks.blocks import Block, Measure, seconds
from grader.checks.comparison import difference
from grader.checks.race import Race, Racer
from grader.model import platforms
from grader.model.answers import Counted, Ended, Raised, Returned
from grader.model.check import Broken, Verdict
from grader.model.questions import Call, Count, JitOptions

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.checks.blocks import Clock
    from grader.checks.comparison import Tolerance
    from grader.checks.pairing import Standing
    from grader.checks.race import Exchange
    from grader.model.answers import Answer
    from grader.model.check import Inquiry, OwnWorker
    from grader.model.exercise import Case
    from grader.model.questions import Arguments

__all__ = ["Contest", "StoppedError", "failed"]

_COMPILED: Final = 3
_LEAST: Final = 1e-3  # seconds: who compiles nothing takes no time for it
_BOUND: Final = 1.25
_WATCHED: Final = 6  # calls
_ECHOES: Final = 5
_ECHO: Final = 1.5
_ASKING: Final = 3.0  # round trips: so much of a call's wall time may be no work of the worker's
_SHARE: Final = 0.5  # of the time that a worker has for all its calls
_WITHOUT: Final = (
    "While it was timed, it gave the same results without its jitted functions, so there is no program whose speed "
    "could count."
)


class StoppedError(Exception):
    """The submission failed while it was timed: carries the verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.message)
        self.verdict = verdict


class _NoProgramError(Exception):
    """The program of the submission cannot be timed."""


class Contest:
    """Fresh workers for one attempt at a verdict; they are closed with the run.

    ``echo`` is what a call takes that computes nothing, with the same arguments; None where they cannot be echoed.
    """

    def __init__(self, inquiry: Inquiry, case: Case, over: str, tolerance: Tolerance) -> None:
        self._inquiry = inquiry
        self._tolerance = tolerance
        self._drawn = 0
        # The stream is secret and its own, so nothing timed was seen in any earlier check.
        self._stream = secrets.token_hex(16)
        self._host = platforms.of(inquiry.inspection.platform).clock == "processor"
        self._case = case
        self._submission = inquiry.fresh(timed=True)
        self._clean = inquiry.clean()
        self._baseline = inquiry.baseline(over)  # last, since it waits until that is there
        self.echo = self._echoed()

    def race(self, threshold: float, case: Case | None = None, **options: int) -> tuple[Race, Standing]:
        """The race on a case, by default the one of the check, and how it ended."""
        case = case or self._case
        own = self._racer(self._submission, case, self._hold)
        race = self._between(own, self._racer(self._baseline, case, _must_return))
        return race, race.run(threshold, **options)

    def beside_its_program(self) -> tuple[bool, float | None]:
        """Whether the work is done beside the program, and how many times as fast as that the submission is.

        A program run by itself takes 0.90 to 1.18 times as long as the call that it was taken from. Beyond 1.25
        by the sequential rule, in two pairs of processes and by half more than an echo costs, work is done elsewhere.
        """
        if self._is_bare:
            return True, None
        submission, clean = self._submission, self._clean
        least: float | None = None
        for attempt in range(2):
            if attempt:
                submission, clean = self._inquiry.fresh(timed=True), self._inquiry.clean()
            if not self._inquiry.witness.adopt(clean, self._question(self._case)):
                return False, None
            own = self._racer(submission, self._case, self._hold)
            race = self._between(own, self._racer(clean, self._case, _must_run))
            try:
                now = race.run(_BOUND)
            except _NoProgramError:
                return False, None
            least = now.ratio if least is None else min(least, now.ratio)
            gained = _least(race, "baseline", now.by) - _least(race, "submission", now.by)
            if now.verdict != "faster" or (self.echo and gained < _ECHO * seconds(self.echo, now.by)):
                return False, least
        return True, least

    def compiles_longer(self, than: float) -> float | None:
        """How many times as long as the solution it compiles; None unless that is more ``than`` allowed three times.

        What compiling takes is the first call less the quickest of two more, in a process of its own. None, too,
        where the course comes without its solution.
        """
        if self._inquiry.exercise.solution is None:
            return None
        ratios = []
        for _ in range(_COMPILED):
            own = self._compiling(self._racer(self._inquiry.fresh(timed=True), self._case, self._hold))
            other = self._racer(self._inquiry.baseline("solution"), self._case, _must_return)
            ratios.append(own / self._compiling(other))
            if ratios[-1] <= than:
                return None
        return min(ratios)

    @property
    def over_eager(self) -> bool:
        """Whether the baseline compiles no function as a whole: whether compiling is what the ratio tells of."""
        if isinstance(self._inquiry.exercise.jit, JitOptions):
            return False
        answer = self._asked_aside(Count(arguments=self.example(self._case), cleared=True))
        return isinstance(answer, Counted) and all(one.kind != "jit" for one in answer.compilations)

    def example(self, case: Case) -> Arguments:
        """The arguments of a call on a case."""
        return self._question(case).arguments

    def _compiling(self, racer: Racer) -> float:
        first, *later = (racer.block() for _ in range(3))
        by = Measure(clock="processor" if self._host else "wall")
        return max(seconds(first, by) - min(seconds(block, by) for block in later), _LEAST)

    @property
    def _is_bare(self) -> bool:
        """Whether the result comes from no function that is jitted, as the trace has it and as calls go for real."""
        if self._inquiry.exercise.jit != "submission":
            return False
        one, other = self._question(self._case), self._question(self._case)
        return self._inquiry.witness.bare(one) and self._inquiry.witness.idle(
            [one.arguments, other.arguments], ahead=True
        )

    def outside(self) -> str:
        """Why the results of a plain function owe too little to what it jits; empty where they may owe enough.

        The worker that was timed is asked, so a file that goes by the number of its call is met where it was timed.
        """
        inquiry = self._inquiry
        if inquiry.exercise.jit != "submission":
            return ""
        wanted = wanted_work(inquiry, inquiry.arguments(self._case))
        if inquiry.loaded.jitted:
            return ""
        questions = [self._question(self._case) for _ in range(_WATCHED)]
        whole = inquiry.exercise.solution is not None
        expected = [inquiry.trusted(one) if whole else self._asked_aside(one) for one in questions]
        results = [answer.value for answer in expected if isinstance(answer, Returned)]
        if len(results) < len(questions):
            return ""
        calls = [one.arguments for one in questions]
        made = ablation(calls, results, lambda: self._submission, tolerance=self._tolerance)
        if made.fails:
            return _WITHOUT
        draw = functools.partial(self.example, self._case)
        share = None if wanted is None else little_work(wanted, self._submission, draw)
        return "" if share is None else outside(inquiry.exercise.signature.name, share)

    def _racer(self, worker: OwnWorker, case: Case, verify: Callable[[Exchange], None]) -> Racer:
        return Racer(worker, lambda: self._question(case), verify)

    def _between(self, one: Racer, other: Racer) -> Race:
        idle = 0.0
        if self.echo is not None and self.echo.processors is not None:
            idle = _ASKING * max(0.0, self.echo.walls[0] - self.echo.processors[0])
        budget = _SHARE * self._inquiry.exercise.limits.wall
        return Race(one, other, host=self._host, idle=idle, budget=budget)

    def _echoed(self) -> Block | None:
        """The quickest blocks of calls of a function that returns what it is given."""
        racer = self._racer(self._clean, self._case, _must_run)
        try:
            racer.warm()
            blocks = [racer.block() for _ in range(_ECHOES)]
        except _NoProgramError:
            return None

        def least(clock: Clock) -> tuple[float]:
            return (min(seconds(block, Measure(clock=clock, whole=True)) for block in blocks),)

        told = all(block.processors is not None for block in blocks)
        return Block(walls=least("wall"), processors=least("processor") if told else None)

    def _question(self, case: Case) -> Call:
        self._drawn += 1
        return Call(arguments=self._inquiry.arguments(case, stream=f"{self._stream} {self._drawn}"))

    def _hold(self, exchange: Exchange) -> None:
        """Holds the submission's outputs against the reference's. Raises StoppedError where one is wrong."""
        # Without a solution only the slow baseline knows the results: then one of the block, nobody knows which.
        whole = self._inquiry.exercise.solution is not None
        for question, answer in exchange if whole else [secrets.choice(exchange)]:
            if isinstance(answer, Raised | Ended):
                told = self._inquiry.explain(answer)
                raise StoppedError(failed(f"While it was timed: {told.message}", told.line, told.hint))
            expected = self._inquiry.trusted(question) if whole else self._asked_aside(question)
            if not isinstance(expected, Returned) or not isinstance(answer, Returned):
                raise Broken("a timed call was not answered by a value")
            found = difference(expected.value, answer.value, self._tolerance)
            if found is not None:
                words = f"On fresh inputs, while it was timed, it gave a wrong result: {found.words}."
                raise StoppedError(failed(words, None, ""))

    def _asked_aside(self, question: Call | Count) -> Answer:
        """What the baseline answers while nothing is timed."""
        answer = self._baseline.ask(question)
        self._baseline.pause()
        return answer


def _least(race: Race, side: Literal["submission", "baseline"], by: Measure) -> float:
    """The quickest block of one side, in seconds."""
    return min(seconds(getattr(pair, side), by) for pair in race.pairs)


def _must_return(exchange: Exchange) -> None:
    if any(not isinstance(answer, Returned) for _, answer in exchange):
        raise Broken("the baseline of a speed check does not run")


def _must_run(exchange: Exchange) -> None:
    if any(not isinstance(answer, Returned) for _, answer in exchange):
        raise _NoProgramError


def failed(message: str, line: int | None, hint: str) -> Verdict:
    """The verdict on a submission that earns nothing for its speed."""
    return Verdict(status="failed", earned=0.0, message=message, line=line, hint=hint, detail={"witness": "grader"})
