"""The verdicts of a run in their order, whatever happens: skipped behind another, pending, broken by a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model.answers import Loaded
from grader.model.check import UNGRADED, Broken, DeviceBusyError, Verdict
from grader.prelude import PRELUDE, prelude
from grader.settling import skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from grader.inquiry import Run
    from grader.model.check import Check
    from grader.settling import Ledger

__all__ = ["fault", "judge", "judged"]


def judged(
    runs: Iterable[Run], checks: Sequence[Check], ledger: Ledger, progress: Callable[[str], None], *, timed: bool
) -> Iterator[tuple[Run, list[Check]]]:
    """Enters one verdict after another; yields the run and the checks that are left, first before any was judged.

    ``runs`` are those of the functions that the ``checks`` are of, and both are in the order of judging. Where the file
    does not run, that is found out of the first function, and tried no more.
    """
    left = list(checks)
    for run in runs:
        _judge_prelude(run, ledger, progress)
        yield run, left
        while left and (left[0].of == run.exercise.of or not ledger.loads):
            check, *left = left
            progress(check.shown)
            ledger.settle(check, judge(check, run, ledger, timed=timed))
            yield run, left
        if not left:
            break


def judge(check: Check, run: Run, ledger: Ledger, *, timed: bool = True) -> Verdict:
    """The verdict of one check, skipped where an earlier one stands in its way; without ``timed`` none rests on time.

    A check that ``informs`` is judged even then, since what it finds may be the cause; it earns nothing. Where it has
    nothing to show but the same exception, that is not told twice.
    """
    obstacle = ledger.obstacle(check)
    if obstacle is not None and not (check.informs and obstacle == "failed" and isinstance(run.opening, Loaded)):
        return skipped(obstacle, loads=ledger.loads is not False)
    if check.timed and not timed:
        message = "Not timed yet: speed is timed after everything else, where it counts."
        return Verdict(status="pending", earned=None, message=message, detail={"witness": "grader"})
    try:
        verdict = check.judge(run)
    except Broken as broken:
        verdict = fault(broken)
    except DeviceBusyError as busy:
        message = f"It was not timed, since others were timed meanwhile: {busy}. It can be finished later."
        verdict = Verdict(status="pending", earned=None, message=message, detail={"witness": "grader"})
    except Exception as error:  # noqa: BLE001 - an unforeseen outcome is ours, never the student's failure
        verdict = fault(error)
    if obstacle is None or (verdict.status == "failed" and verdict.detail.get("findings")):
        return verdict
    return skipped(obstacle, loads=ledger.loads is not False)


def fault(error: Exception) -> Verdict:
    """What a fault of ours looks like: ungraded, and said to be ours."""
    words = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
    message = f"{UNGRADED}{words}."
    return Verdict(status="broken", earned=None, message=message, detail={"witness": "grader"})


def _judge_prelude(run: Run, ledger: Ledger, progress: Callable[[str], None]) -> None:
    """Enters the three checks without points; that the file runs is told once."""
    progress("loading the file")
    try:
        for kind, verdict in prelude(run):
            if kind != "loads" or not ledger.loads or verdict.status != "passed":
                _enter(kind, verdict, run, ledger)
    except Broken as broken:
        _enter("loads", fault(broken), run, ledger)


def _enter(kind: str, verdict: Verdict, run: Run, ledger: Ledger) -> None:
    """Enters one of the three, of the run's function where there are several; the first to load speaks for all."""
    of = "" if kind == "loads" and ledger.loads is None else run.exercise.of
    name, title = (f"{kind}-{of}", f"{PRELUDE[kind]} ({of})") if of else (kind, PRELUDE[kind])
    ledger.enter(name=name, title=title, kind=kind, points=0.0, verdict=verdict, of=of)
