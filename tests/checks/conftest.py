"""Doubles for the checks: workers that answer by a script, and an inquiry over them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

from grader.model.answers import Answer, Diagnosed, Ended, Loaded, Raised, Returned, Traced
from grader.model.check import Broken, Explanation, Inspection
from grader.model.exercise import Case, Exercise, Signature, Source
from grader.model.questions import Ablate, Arguments, Question
from grader.model.testimony import Build, Testimony
from grader.model.values import Array, Scalar, Sequence, Value


def value(thing: object) -> Value:
    """A Python or NumPy object as a plain value."""
    if isinstance(thing, bool | int | float | complex):
        return Scalar(type=type(thing).__name__, text=repr(thing))
    if isinstance(thing, np.ndarray | np.generic):
        array = np.asarray(thing)
        return Array(dtype=array.dtype.name, shape=array.shape, data=array.tobytes())
    if isinstance(thing, tuple | list):
        return Sequence(type=type(thing).__name__, items=tuple(map(value, thing)))
    return thing


class NoLog:
    """XLA's log where there is none."""

    cost = math.inf

    def called(self) -> None:
        return None


class ScriptedWorker:
    """A worker whose answers are made by a function of the question; it keeps what it was asked.

    ``spent`` are the seconds that each answer takes; those that follow take none.
    """

    def __init__(
        self,
        script: Callable[[Question], Answer] | Iterable[Answer],
        log: object = None,
        spent: Iterable[float] = (),
    ) -> None:
        answers = None if callable(script) else iter(script)
        self.script = script if answers is None else lambda _: next(answers)
        self.log = log or NoLog()
        self.seconds = 0.0
        self.processor_seconds = None
        self.spent = 0.0
        self._times = iter(spent)
        self.asked: list[Question] = []

    def begin(self, question: Question) -> None:
        """It answers at once."""

    def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        self.spent = next(self._times, 0.0)
        return self.script(question)


ECHO = 1e-4


class TimedWorker:
    """A worker whose clock is given: each call takes so many seconds. ``stopped`` tells whether its process is."""

    processor_seconds = None
    waited = None

    def __init__(self, seconds: float, script: Callable[[Question], Answer]) -> None:
        self.seconds = seconds
        self.script = script
        self.asked: list[Question] = []
        self.stopped = False

    def pause(self) -> None:
        self.stopped = True

    def resume(self) -> None:
        self.stopped = False

    def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        return self.script(question)


class ScriptedWitness:
    """A witness who says of each call what a function says of its question; that there is no program, by default.

    ``programs`` are the seconds that its program takes each time that a worker adopts it.
    """

    def __init__(
        self,
        script: Callable[[Question], Testimony] = lambda _: Testimony(kind="none"),
        *,
        bare: bool = False,
        idle: bool = False,
        build: Build | None = None,
        within: Iterable[Traced] = (),
        programs: Iterable[float] = (),
    ) -> None:
        self._programs = iter(programs)
        self.testimony = script
        self.bare = lambda _: bare
        self.idle = lambda _, **_named: idle
        self.build = lambda _: build
        self.host = lambda _: None
        inner = iter(within)
        self.within = lambda _: next(inner, None)
        self.gathered: list[Question] = []

    def gather(self, calls: Iterable[Question]) -> None:
        self.gathered += calls

    def adopt(self, worker: TimedWorker, call: Question) -> bool:
        """From now on a call takes what the next program takes; False where there is no more."""
        del call
        worker.seconds = next(self._programs, worker.seconds)
        return worker.seconds != ECHO


class ScriptedInquiry:
    """An inquiry over scripted workers; arguments are the cases' own values."""

    def __init__(self, exercise: Exercise, submission, reference=None, fresh=None, baseline=None, starter=None) -> None:
        self.exercise = exercise
        self.seed = "00" * 16
        self.witness = ScriptedWitness()
        self.submission = submission
        self.reference = reference
        self.starter = starter
        self.inspection = Inspection(platform="cpu", accelerator="cpu", isolation="limits")
        self.loaded = Loaded(
            names=("f",),
            signature="(x)",
            jitted=True,
            x64=False,
            platform="cpu",
            device="cpu",
            jax="0",
            jaxlib="0",
            python="3",
        )
        self._fresh = iter(fresh or [])
        self._baseline = baseline
        self.noise = ""
        self.streams: list[str] = []

    def fresh(self, *, timed: bool = False):
        del timed
        return next(self._fresh, ScriptedWorker(lambda _: Diagnosed()))

    def baseline(self, over: str):
        del over
        return self._baseline

    def device(self):
        return nullcontext()

    def unsteadiness(self) -> str:
        return self.noise

    def clean(self):
        return TimedWorker(ECHO, lambda question: Returned(value=question.arguments.positional[0]))

    def case(self, name: str) -> Case:
        return next(case for case in self.exercise.cases if case.name == name)

    def arguments(self, case: Case, *, stream: str = "") -> Arguments:
        self.streams.append(stream)
        names = self.exercise.signature.positional
        return Arguments(positional=tuple(case.arguments[name] for name in names))

    def anticipate(self, question: Question) -> None:
        """These workers answer at once."""

    def trusted(self, question: Question) -> Answer:
        if isinstance(question, Ablate):
            raise Broken("no recorded answer")
        answer = self.reference.ask(question)
        if isinstance(answer, Raised | Ended):
            raise Broken("the reference fails")
        return answer

    def explain(self, answer: Raised | Ended) -> Explanation:
        if isinstance(answer, Ended):
            return Explanation(message=f"It ended: {answer.reason}.", line=answer.line)
        return Explanation(message=f"{answer.failure.type} was raised.", line=7, hint="Try again.")


def exercise(*cases: Case, jit="submission") -> Exercise:
    """An exercise of one function ``f(x)``."""
    return Exercise(
        number=1,
        slug="f",
        title="f",
        task="",
        signature=Signature(name="f", positional=("x",)),
        jit=jit,
        starter=Source(name="starter.py", data=b""),
        folder=Path("01_f"),
        cases=cases,
        solution=Source(name="solution.py", data=b""),
    )


def case(name: str, x: object, **fields) -> Case:
    """A case of that exercise."""
    return Case(name=name, arguments={"x": value(x)}, **fields)


def returned(thing: object) -> Returned:
    return Returned(value=value(thing))


class Doubles:
    """What a test takes from here, in one fixture since test files do not import each other."""

    value = staticmethod(value)
    case = staticmethod(case)
    exercise = staticmethod(exercise)
    returned = staticmethod(returned)
    worker = ScriptedWorker
    timed = TimedWorker
    inquiry = ScriptedInquiry
    witness = ScriptedWitness


@pytest.fixture
def doubles() -> type[Doubles]:
    return Doubles
