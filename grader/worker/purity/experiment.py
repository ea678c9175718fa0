"""Runs the function again and again, by tracing and by calling, and remembers the state between the runs."""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import jax

from grader.worker.private import number_checks_anew
from grader.worker.purity.calling import Given, values
from grader.worker.purity.fingerprints import fingerprint
from grader.worker.purity.places import Change, Fingerprint, changes
from grader.worker.purity.programs import Program, interpret, read, tracings
from grader.worker.purity.surroundings import surroundings
from grader.worker.purity.watching import file_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.worker.subject import Subject

__all__ = ["Experiment", "NeverWorksError", "Step"]

_TRACES = 3
_BALLAST = 1009  # objects kept between traces, so that what the file makes in them lies at other addresses


class NeverWorksError(BaseException):
    """The student's function raised ``error`` whenever it was tried, or tried to leave the process.

    No ``Exception``, so that the places which bear a student's exceptions let it through.
    """

    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.error = error


@dataclass(frozen=True)
class Step:
    """One run of the function, ``how`` it was made, and the state on both sides of it.

    In the first run of its sort a memo may be filled.
    """

    how: str
    first: bool
    before: tuple[Fingerprint, Fingerprint]
    after: tuple[Fingerprint, Fingerprint]
    run: Callable[[], object]

    @property
    def file_changes(self) -> list[Change]:
        """What changed in what the file reaches."""
        return changes(self.before[0], self.after[0])

    @property
    def outside_changes(self) -> list[Change]:
        """What changed outside the file."""
        return changes(self.before[1], self.after[1])


@dataclass
class Experiment:
    """What the runs gave: programs of the traces, results of the calls, changes of the eager calls' arguments.

    ``again`` is a run that raised though another had worked, and its exception; ``trace`` traces afresh, None where
    nothing can be traced.
    """

    subject: Subject
    given: Given
    steps: list[Step] = field(default_factory=list)
    programs: list[Program] = field(default_factory=list)
    results: list[list[Any]] = field(default_factory=list)
    eager: list[list[Any]] = field(default_factory=list)
    arguments: list[Change] = field(default_factory=list)
    again: tuple[str, Exception] | None = None
    trace: Callable[[], Program] | None = None

    def state(self) -> tuple[Fingerprint, Fingerprint]:
        """Takes the fingerprints of the file and of what lies around it."""
        return self.file_state(), surroundings(self.subject.module, file=self.subject.file)

    def file_state(self) -> Fingerprint:
        """Takes the fingerprint of what the file reaches."""
        return file_state(self.subject.module, file=self.subject.file)

    def call(self) -> None:
        """Calls as given twice and, for jitted functions, once more after jax forgot them; then eagerly twice.

        Raises NeverWorksError where neither tracing nor a call works.
        """
        if self.again is None:
            self._call_as_given()
        if self.again is None:
            self._call_eagerly()

    def argument_state(self, positional: tuple[Any, ...], keyword: dict[str, Any]) -> Fingerprint:
        """Takes the fingerprint of one call's arguments."""
        named = self.given.named(positional, keyword)
        file, module = self.subject.file, self.subject.module.__name__
        return fingerprint(named, file=file, module=module, words="the argument")

    def interpreted(self) -> list[Any] | None:
        """Runs the traced program operation by operation; None where it cannot be had as a whole."""
        try:
            return values(interpret(self.subject, *self.given.again()))
        except Exception:  # noqa: BLE001 - student code may raise anything; then nothing is compared
            return None

    def trace_thrice(self) -> None:
        """Finds the first way of tracing that works and goes it three times. It may be that none does."""
        for way in tracings(self.subject):

            def trace(way: Callable[[tuple[Any, ...], dict[str, Any]], Any] = way) -> Program:
                jax.clear_caches()  # type: ignore[no-untyped-call]
                number_checks_anew()
                return read(way(*self.given.again()), file=self.subject.file)

            try:
                self.programs.append(self._step("trace", trace, first=True))
            except Exception:  # noqa: BLE001, S112 - student code may raise anything; the next way may do
                continue
            self.trace = trace
            break
        ballast: list[list[object]] = []
        for _ in range(_TRACES - 1):
            if self.trace is None or self.again is not None:
                break
            ballast.append([object() for _ in range(_BALLAST * (1 + len(ballast)))])
            self._repeat("trace", self.trace, self.programs)

    def _call_as_given(self) -> None:
        def call() -> list[Any]:
            positional, keyword = self.given.again()
            result = values(self.subject.callable(*positional, **keyword))
            jax.effects_barrier()  # type: ignore[no-untyped-call]
            return result

        def call_anew() -> list[Any]:
            jax.clear_caches()  # type: ignore[no-untyped-call]
            return call()

        try:
            self.results.append(self._step("call", call, first=True))
        except Exception as error:
            if self.trace is None:
                raise NeverWorksError(error) from error
            self.again = ("call", error)
            return
        self._repeat("call", call, self.results)
        if self.subject.callable is not self.subject.plain:
            self._repeat("call", call_anew, self.results)

    def _call_eagerly(self) -> None:
        def call() -> list[Any]:
            positional, keyword = self.given.again()
            before = self.argument_state(positional, keyword)
            result = values(self.subject.plain(*positional, **keyword))
            jax.effects_barrier()  # type: ignore[no-untyped-call]
            self.arguments += changes(before, self.argument_state(positional, keyword))
            return result

        try:
            self.eager.append(self._step("eager call", call, first=True))
        except Exception:  # noqa: BLE001 - some functions run only when jitted, which is no impurity
            return
        self._repeat("eager call", call, self.eager)

    def _step(self, how: str, run: Callable[[], Any], *, first: bool) -> Any:  # noqa: ANN401 - what run gives
        before = self.steps[-1].after if self.steps else self.state()
        try:
            return run()
        except SystemExit as error:
            raise NeverWorksError(error) from error
        finally:
            self.steps.append(Step(how, first, before, self.state(), run))

    def _repeat(self, how: str, run: Callable[[], Any], into: list[Any]) -> None:
        if self.again is not None:
            return
        try:
            into.append(self._step(how, run, first=False))
        except Exception as error:  # noqa: BLE001 - student code may raise anything; that it works once only is told
            self.again = (how, error)

    def collected(self) -> list[Change]:
        """Has Python collect what the runs left behind, and returns what that changed in the file."""
        last = self.steps[-1].after[0]
        for step in self.steps:
            for found in (*step.before, *step.after):
                found.kept.clear()
                found.holders.clear()
                found.modules.clear()
        gc.collect()
        return changes(last, self.file_state())
