"""One check's verdict whatever happens: skipped behind another, pending for a busy device, broken by a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model.answers import Loaded
from grader.model.check import Broken, DeviceBusyError, Verdict
from grader.settling import skipped

if TYPE_CHECKING:
    from grader.inquiry import Run
    from grader.model.check import Check
    from grader.settling import Ledger

__all__ = ["fault", "judge"]


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
    message = f"This check could not be graded, and that is not your fault: {words}."
    return Verdict(status="broken", earned=None, message=message, detail={"witness": "grader"})
