"""The verdicts of a run in their order, whatever happens: skipped behind another, pending, broken by a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model.answers import Loaded
from grader.model.check import UNGRADED, Broken, DeviceBusyError, Verdict
from grader.prelude import PRELUDE, prelude
from grader.settling import skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.inquiry import Run
    from grader.model.check import Check
    from grader.settling import Ledger

__all__ = ["fault", "judge", "judged"]


def judged(
    run: Run, ledger: Ledger, only: tuple[str, ...], progress: Callable[[str], None], *, timed: bool
) -> Iterator[list[Check]]:
    """Enters one verdict after another; yields the checks that are left, first before any of them was judged."""
    _judge_prelude(run, ledger, progress)
    left = sorted(run.exercise.checks, key=lambda check: check.order)
    left = [check for check in left if not only or check.name in only]
    yield left
    while left:
        check, *left = left
        progress(check.shown)
        verdict = judge(check, run, ledger, timed=timed)
        ledger.enter(name=check.name, title=check.shown, kind=check.kind, points=check.points, verdict=verdict)
        yield left


def judge(check: Check, run: Run, ledger: Ledger, *, timed: bool = True) -> Verdict:
    """The verdict of one check, skipped where an earlier one stands in its way; without ``timed`` none rests on time.

    A check that ``informs`` is judged even then, since what it finds may be the cause; it earns nothing. Where it has
    nothing to show but the same exception, that is not told twice.
    """
    obstacle = ledger.obstacle(check)
    if obstacle is not None and not (check.informs and obstacle == "failed" and isinstance(run.opening, Loaded)):
        return skipped(obstacle)
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
    return skipped(obstacle)


def fault(error: Exception) -> Verdict:
    """What a fault of ours looks like: ungraded, and said to be ours."""
    words = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
    message = f"{UNGRADED}{words}."
    return Verdict(status="broken", earned=None, message=message, detail={"witness": "grader"})


def _judge_prelude(run: Run, ledger: Ledger, progress: Callable[[str], None]) -> None:
    """Enters the three checks without points."""
    progress("loading the file")
    try:
        for name, verdict in prelude(run):
            ledger.enter(name=name, title=PRELUDE[name], kind=name, points=0.0, verdict=verdict)
    except Broken as broken:
        ledger.enter(name="loads", title=PRELUDE["loads"], kind="loads", points=0.0, verdict=fault(broken))
