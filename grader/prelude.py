"""The three checks without points that come before all others: the file loads, the signature fits, it traces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from grader.asked import Asked
from grader.assembling import types
from grader.explain.words import readable
from grader.model.answers import Ended, Loaded, Raised, Traced
from grader.model.check import Broken, Verdict
from grader.model.questions import Trace
from grader.settling import skipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.inquiry import Run
    from grader.model.exercise import Case
    from grader.model.incidents import Failure

__all__ = ["PRELUDE", "prelude"]

PRELUDE = {
    "loads": "The file runs",
    "signature": "The function is there and can be called",
    "traces": "jax can trace it",
}
_OF_SIGNATURE = ("lookup", "signature")
_LINES = 60  # of a program, and their letters: what is longer teaches by its length alone
_LONGEST = 8000


def prelude(run: Run) -> Iterator[tuple[str, Verdict]]:
    """Yields name and verdict of each, skipped behind one that failed. Raises Broken where the fault is ours."""
    opening = run.opening
    if isinstance(opening, Loaded):
        name = run.exercise.signature.shown
        yield "loads", _loads(run, opening.left_out)
        yield (
            "signature",
            _passed(f"`{name}{opening.signature}` is there." if opening.signature else f"`{name}` is there."),
        )
        if _traced(run):
            yield "traces", _traces(run)
        return
    _hold_against_reference(run, opening)
    told = run.explain(opening)
    name = "loads"
    if isinstance(opening, Raised) and opening.failure.stage in _OF_SIGNATURE:
        yield "loads", _passed("The file runs.")
        name = "signature"
    detail = {"cause": told.cause, "link": told.link, "witness": "grader"}
    yield (
        name,
        Verdict(status="failed", earned=0.0, message=told.message, line=told.line, hint=told.hint, detail=detail),
    )
    if name == "loads":
        yield "signature", skipped("failed", loads=False)
    if _traced(run):
        yield "traces", skipped("failed", loads=name != "loads")


def _traced(run: Run) -> bool:
    """Whether it is to be traced before anything else."""
    return run.exercise.jit != "none" and run.exercise.signature.called and bool(run.exercise.cases)


def _hold_against_reference(run: Run, opening: Raised | Ended) -> None:
    """What has no line of the student's may be ours, a worker that cannot start say: the reference shows whether."""
    lineless = not opening.line if isinstance(opening, Ended) else not opening.failure.frames
    if not lineless or (isinstance(opening, Raised) and opening.failure.stage in _OF_SIGNATURE):
        return
    if run.exercise.solution is not None and isinstance(run.reference, Asked):
        reference = run.reference.loaded
        if isinstance(reference, Ended) or (isinstance(reference, Raised) and not reference.failure.frames):
            raise Broken("the file does not load here, and neither does the reference solution")


def _loads(run: Run, left_out: tuple[Failure, ...]) -> Verdict:
    """That a file runs, and which of a notebook's cells did not run to their end (``left_out`` tells how many)."""
    told = [_left_out(run, one) for one in left_out]
    for one in run.stopped:
        how = f"was stopped after {one.detail}" if one.reason == "time" else "ended the program"
        told.append(f"line {one.statement} {how}")
    if not told:
        return _passed("The file runs.")
    cells = "a cell" if len(told) == 1 else f"{len(told)} cells"
    passed = _passed(f"The file runs, without the rest of {cells} that failed: {'; '.join(told)}.")
    return msgspec.structs.replace(passed, detail=passed.detail | {"left_out": len(told)})


def _left_out(run: Run, failure: Failure) -> str:
    """Why a cell did not run to its end: what was raised, or why it is no Python or lacks a module."""
    if not {"SyntaxError", "ImportError"}.isdisjoint(failure.mro):
        return run.explain(Raised(failure=failure)).message.removesuffix(".")
    line = failure.frames[-1].line if failure.frames else "?"
    return f"line {line} raised {readable(f'{failure.type}: {failure.message}')}"


def _passed(message: str, *, whole: bool = True) -> Verdict:
    return Verdict(status="passed", earned=1.0, message=message, detail={"whole": whole, "witness": "worker"})


def _traces(run: Run) -> Verdict:
    """Traces the first case, so that a tracer error is told once and before anything is compiled."""
    # A trace needs types alone; the values of a case enter a worker when its call is made.
    case = run.exercise.cases[0]
    answer = run.submission.ask(Trace(arguments=types(run.arguments(case))))
    if isinstance(answer, Traced):
        if answer.whole:
            passed = _passed(f"jax traced it into a program of {answer.equations} equations.")
            return (
                passed if case.hidden else msgspec.structs.replace(passed, detail=passed.detail | _shown(case, answer))
            )
        return _passed("It is a Python function around others, so it is judged by its calls.", whole=False)
    told = run.explain(answer)  # type: ignore[arg-type]  # the handle lets nothing else answer a Trace
    detail = {"cause": told.cause, "link": told.link, "witness": "worker"}
    return Verdict(status="failed", earned=0.0, message=told.message, line=told.line, hint=told.hint, detail=detail)


def _shown(case: Case, traced: Traced) -> dict[str, Any]:
    """The program for whoever reads the report, cut where it is long."""
    first = traced.jaxpr[:_LONGEST].splitlines()[:_LINES]
    more = traced.jaxpr.count("\n") + 1 - len(first)
    lines = [*first, f"... and {more} more lines"] if more > 0 else first
    return {"case": case.name, "equations": traced.equations, "jaxpr": "\n".join(lines)}
