"""Recompiles: at most so many XLA compilations over a sequence of calls, the first compilation included."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from grader.checks.argument_types import evaluates_fixtures
from grader.checks.eager_operations import EagerOperations
from grader.checks.recompile_causes import Row, commonest, veiled
from grader.model.answers import Counted, Ended, Raised
from grader.model.check import Broken, Check, Verdict
from grader.model.exercise import Case
from grader.model.questions import Call, Canary, Count, JitOptions

if TYPE_CHECKING:
    from grader.model.check import Inquiry, Worker
    from grader.model.exercise import Exercise
    from grader.model.questions import Arguments

__all__ = ["Recompiles"]

_JIT_OFF = "jax_disable_jit"
_FEW = 3


class _Observed(msgspec.Struct, frozen=True, kw_only=True):
    """The calls as they were counted: rows of the worker's, ``xla`` as XLA numbered them, changed settings.

    ``doubted`` are the calls that admit no compilation and took as long as one by the grader's clock.
    """

    rows: tuple[Row, ...]
    arguments: tuple[Arguments, ...]
    config: tuple[str, ...]
    xla: int | None
    doubted: tuple[int, ...]
    silenced: bool = False
    warmed: bool = False


class Recompiles(Check, tag="recompiles", frozen=True, kw_only=True):
    """No more than ``at_most`` compilations during ``calls``, made in this order in a fresh worker. All or nothing.

    ``fixture`` names a function of ``fixtures.py`` that each call goes to, the submission's function first.

    ``eager: count`` counts every compilation. By default operations outside jit are not counted where an honest
    file may have them: beside a jitted function, in a call whose arguments are of types not seen before in the
    sequence, for there every operation is compiled for the first time, conversions before the jitted core say; and
    in any call as often as the reference or the starter, run eagerly, compile a program of that name. What
    recompiles in a later call of the same types is counted, whatever its name. Jitted functions and loops outside
    jit always count, and the name decides nothing there.

    Three witnesses: the worker's events, XLA's own log, and the grader's clock, by which a call that admits no
    compilation takes less than the quickest canary took to compile. Honest functions may be as slow as that, so
    the clock alone fails nobody: it takes the ``grader`` from ``witness``.
    """

    order = 60
    heading = "Compilations"

    at_most: int
    calls: tuple[Case, ...]
    eager: Literal["ignore", "count"] = "ignore"
    fixture: str = ""

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds a bound below zero, an empty sequence, a fixture that is not there."""
        found = []
        if self.at_most < 0:
            found.append(("at_most", "a number of compilations is not negative"))
        if not self.calls:
            found.append(("calls", "recompiles needs at least one call"))
        if self.fixture and exercise.fixtures is None:
            found.append(("fixture", f"there is no fixtures.py to take {self.fixture!r} from"))
        if not exercise.signature.called:
            found.append(("check", f"{exercise.signature.name} is read, not called: there is nothing to count"))
        return found

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Makes the calls one at a time, lets XLA's own log witness the count, and judges the number."""
        observed = self._observed(inquiry, inquiry.fresh())
        if isinstance(observed, Raised | Ended):
            told = inquiry.explain(observed)
            return Verdict(
                status="failed",
                earned=0.0,
                message=told.message,
                line=told.line,
                hint=told.hint or self.hint,
                detail={"count": None, "at_most": self.at_most, "compilations": [], "witness": "worker"},
            )
        return self._verdict(inquiry, observed)

    def _observed(self, inquiry: Inquiry, worker: Worker) -> _Observed | Raised | Ended:
        """The calls' compilations, or what ended the first call that ended badly."""
        before = worker.log.called()
        rows: list[Row] = []
        drawn: list[Arguments] = []
        config: dict[str, None] = {}
        idle: dict[int, float] = {}
        for number, case in enumerate(self.calls, 1):
            drawn.append(inquiry.arguments(case))
            answer = worker.ask(Count(arguments=drawn[-1], fixture=self.fixture))
            if isinstance(answer, Raised | Ended):
                return answer
            if not isinstance(answer, Counted):
                raise Broken(f"a question to count was answered by {type(answer).__name__}")
            if isinstance(answer.outcome, Raised):
                return answer.outcome
            if not answer.compilations:
                idle[number] = worker.spent
            config.update(dict.fromkeys(answer.config))
            for one in answer.compilations:
                cause = veiled(one.cause) if case.hidden else one.cause
                rows.append(Row(call=number, line=one.line, program=one.program, kind=one.kind, cause=cause))
        # A log that is silent for this file only was silenced while it loaded.
        hushed = before is None and inquiry.starter.log.called() is not None
        after = None if before is None else worker.log.called()
        if before is not None and after is None:
            # Gone, or only its log? The canary that was not seen may have found no worker any more.
            probe = worker.ask(Canary(name=f"canary_{secrets.token_hex(8)}"))
            if isinstance(probe, Ended):
                return probe
        jitted = any(row.kind == "jit" for row in rows)
        return _Observed(
            rows=tuple(rows),
            arguments=tuple(drawn),
            config=tuple(config),
            doubted=tuple(number for number, spent in idle.items() if spent >= worker.log.cost),
            xla=None if before is None or after is None else after - before - 1,
            warmed=not jitted and self._warmed(inquiry, worker, drawn[0]),
            silenced=hushed or (before is not None and after is None),
        )

    def _warmed(self, inquiry: Inquiry, worker: Worker, first: Arguments) -> bool:
        """Whether calls compile nothing because the file's own trials at loading did it before them.

        What was jitted while loading need not be what is called: with its caches cleared, the first call must compile
        it again. What was compiled ahead of time outlives that.
        """
        jitted = [one for one in inquiry.loaded.compilations if one.kind == "jit"]
        if not jitted or inquiry.loaded.jitted or inquiry.exercise.jit != "submission":
            return False
        if any("ahead of time" in one.cause for one in jitted):
            return True
        again = worker.ask(Count(arguments=first, fixture=self.fixture, cleared=True))
        return isinstance(again, Counted) and any(one.kind == "jit" for one in again.compilations)

    def _verdict(self, inquiry: Inquiry, observed: _Observed) -> Verdict:
        """Judges the number, after making sure that there is one to believe and that something was jitted at all."""
        exercise, loaded = inquiry.exercise, inquiry.loaded
        jitted = (
            isinstance(exercise.jit, JitOptions)
            or loaded.jitted
            or any(row.kind == "jit" for row in observed.rows)
            or observed.warmed
        )
        counted = list(observed.rows)
        if self.eager == "ignore":
            counted = EagerOperations(inquiry, observed.arguments, self.fixture).counted(counted, jitted=jitted)
        count, calls = len(counted), _number(len(self.calls), "call")
        allowed = count <= self.at_most
        confirmed = observed.xla is not None and (observed.xla <= self.at_most) == allowed and not observed.doubted
        detail: dict[str, Any] = {
            "count": count,
            "at_most": self.at_most,
            "compilations": [msgspec.to_builtins(row) for row in counted],
            "ignored": len(observed.rows) - count,
            "xla": observed.xla,
            "doubted": list(observed.doubted),
            "load": len(loaded.compilations),
            "config": list(observed.config),
            "witness": "grader" if confirmed else "worker",
        }
        distrusted = self._distrusted(observed)
        if distrusted:
            return self._failed(distrusted, None, {**detail, "witness": "grader"})
        if _JIT_OFF in observed.config and exercise.jit != "none" and not any(row.kind == "jit" for row in counted):
            message = (
                f"jit is switched off in this file, so in {calls} no function of yours was compiled. "
                f"Remove what sets `{_JIT_OFF}` or calls `jax.disable_jit`; it is meant for finding mistakes."
            )
            return self._failed(message, loaded.line, detail)
        if exercise.jit == "submission" and not jitted:
            loops = [row for row in counted if row.kind == "loop"]
            again = f" {commonest(loops).words}" if loops else ""
            message = (
                f"`{exercise.signature.name}` is never jitted: in {calls} no function of yours was compiled.{again}"
            )
            line = commonest(loops).line if loops else loaded.line
            return self._failed(f"{message} Put `jax.jit` around the outermost function.", line, detail)
        if exercise.jit == "submission" and not self.fixture and _is_beside(inquiry, observed):
            message = (
                f"`{exercise.signature.name}` is never jitted: functions of yours are compiled, but its result comes "
                "from none of them. Put `jax.jit` around the function that computes it."
            )
            return self._failed(message, loaded.line, detail)
        if not allowed:
            told = commonest(counted)
            bound = f"at most {self.at_most} {_be(self.at_most)} allowed"
            message = f"{_number(count, 'compilation')} for {calls}, where {bound}. {told.words} {told.advice}"
            return self._failed(message, told.line, detail)
        return Verdict(status="passed", earned=1.0, message=self._praise(observed, count, calls), detail=detail)

    def _distrusted(self, observed: _Observed) -> str:
        """Why the worker's count cannot be believed; empty where it can, or where XLA's log is not to be had."""
        if observed.silenced:
            return "XLA's log of compilations fell silent, so they cannot be counted."
        # What a fixture compiles while it makes an argument is in XLA's log, and not the call's.
        if observed.xla is None or any(map(evaluates_fixtures, observed.arguments)):
            return ""
        if observed.xla <= len(observed.rows):
            return ""
        return (
            f"XLA compiled {_number(observed.xla, 'program')} during the calls, more than the {len(observed.rows)} "
            "that the submission's process admits."
        )

    def _failed(self, message: str, line: int | None, detail: dict[str, Any]) -> Verdict:
        return Verdict(status="failed", earned=0.0, message=message, line=line, hint=self.hint, detail=detail)

    def _praise(self, observed: _Observed, count: int, calls: str) -> str:
        """The count in one sentence, for it is the point; a further one where settings of jax were changed."""
        if not count:
            words = f"No compilation in {calls}: the programs were there already."
        elif count == self.at_most:
            words = f"{_number(count, 'compilation')} for {calls}, as expected."
        else:
            words = (
                f"{_number(count, 'compilation')} for {calls}, where up to {self.at_most} {_be(self.at_most)} allowed."
            )
        if observed.config:
            words += f" The calls changed settings of jax: {', '.join(observed.config)}."
        return words


def _is_beside(inquiry: Inquiry, observed: _Observed) -> bool:
    """Whether what was compiled has no part in the results, in all of a few calls. What is compiled ahead of time has.

    Such a program leaves no trace where the function is traced as a whole.
    """
    causes = [one.cause for one in inquiry.loaded.compilations] + [row.cause for row in observed.rows]
    if inquiry.loaded.jitted or any("ahead of time" in cause for cause in causes):
        return False
    calls = [Call(arguments=arguments) for arguments in observed.arguments[:_FEW]]
    return all(map(inquiry.witness.bare, calls))


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _be(count: int) -> str:
    return "is" if count == 1 else "are"
