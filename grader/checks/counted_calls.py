"""The calls of a recompiles check as they were made: what each compiled, as the worker and as XLA's own log tell."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec

from grader.checks.argument_types import evaluates_fixtures
from grader.checks.recompile_causes import Row
from grader.model.answers import Counted, Ended, Raised, Returned
from grader.model.check import Broken
from grader.model.incidents import AheadOfTime, MutatedStatic
from grader.model.questions import Arguments, Canary, Count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model.check import Inquiry, Worker
    from grader.model.exercise import Case
    from grader.model.values import Value

__all__ = ["CountedCalls", "counted_calls"]


class CountedCalls(msgspec.Struct, frozen=True, kw_only=True):
    """The calls as they were counted: rows of the worker's, ``xla`` as XLA numbered them, changed settings.

    ``results`` are what the calls returned, ``changed`` static arguments that changed after something was compiled for
    them. ``doubted`` are the calls that admit no compilation and took as long as one by the grader's clock.
    ``silenced`` tells that XLA's log fell silent, ``warmed`` that the file compiled something while it loaded: the
    calls have it compiled again, so that all programs count that they need. What it compiled ``ahead`` of time outlives
    that.
    """

    rows: tuple[Row, ...]
    arguments: tuple[Arguments, ...]
    config: tuple[str, ...]
    xla: int | None
    doubted: tuple[int, ...]
    results: tuple[Value, ...] = ()
    silenced: bool = False
    warmed: bool = False
    changed: tuple[MutatedStatic, ...] = ()
    ahead: bool = False

    @property
    def jits(self) -> bool:
        """Whether some jitted function was compiled."""
        return any(row.kind == "jit" for row in self.rows)

    @property
    def distrusted(self) -> str:
        """Why the worker's count cannot be believed; empty where it can, or where XLA's log is not to be had."""
        if self.silenced:
            return "XLA's log of compilations fell silent, so they cannot be counted."
        # What a fixture compiles while it makes an argument is in XLA's log, and not the call's.
        if self.xla is None or any(map(evaluates_fixtures, self.arguments)) or self.xla <= len(self.rows):
            return ""
        programs = "1 program" if self.xla == 1 else f"{self.xla} programs"
        return (
            f"XLA compiled {programs} during the calls, more than the {len(self.rows)} that the submission's process "
            "admits."
        )


def counted_calls(
    inquiry: Inquiry, worker: Worker, calls: Sequence[Case], fixture: str
) -> CountedCalls | Raised | Ended:
    """Makes the calls one at a time; what ended the first call that ended badly."""
    before = worker.log.called()
    rows: list[Row] = []
    drawn: list[Arguments] = []
    config: dict[str, None] = {}
    changed: tuple[MutatedStatic, ...] = ()
    idle: dict[int, float] = {}
    results: list[Value] = []
    loading = [one for one in inquiry.loaded.compilations if one.kind != "eager"]
    for number, case in enumerate(calls, 1):
        drawn.append(inquiry.arguments(case))
        answer = worker.ask(Count(arguments=drawn[-1], fixture=fixture, cleared=bool(loading) and number == 1))
        if isinstance(answer, Raised | Ended):
            return answer
        if not isinstance(answer, Counted):
            raise Broken(f"a question to count was answered by {type(answer).__name__}")
        if isinstance(answer.outcome, Raised):
            return answer.outcome
        results.append(answer.outcome.value)
        if not answer.compilations:
            idle[number] = worker.spent
        config.update(dict.fromkeys(answer.config))
        changed = answer.outcome.changed if isinstance(answer.outcome, Returned) else ()
        rows += [
            Row(call=number, line=one.line, program=one.program, kind=one.kind, causes=one.causes)
            for one in answer.compilations
        ]
    compiled = [one.causes for one in loading] + [row.causes for row in rows]
    # A log that is silent for this file only was silenced while it loaded.
    hushed = before is None and inquiry.starter.log.called() is not None
    after = None if before is None else worker.log.called()
    if before is not None and after is None:
        # Gone, or only its log? The canary that was not seen may have found no worker any more.
        probe = worker.ask(Canary(name=f"canary_{secrets.token_hex(8)}"))
        if isinstance(probe, Ended):
            return probe
    return CountedCalls(
        rows=tuple(rows),
        arguments=tuple(drawn),
        config=tuple(config),
        results=tuple(results),
        doubted=tuple(number for number, spent in idle.items() if spent >= worker.log.cost),
        xla=None if before is None or after is None else after - before - 1,
        warmed=bool(loading),
        ahead=any(isinstance(cause, AheadOfTime) for causes in compiled for cause in causes),
        silenced=hushed or (before is not None and after is None),
        changed=changed,
    )
