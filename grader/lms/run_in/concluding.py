"""From what was told until grading ended to what the platform is told: what was graded counts, the rest is to come.

Where we failed, an exercise that was not graded to its end is broken; formats say what becomes of the others' points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from grader.lms.result import Graded, Result

if TYPE_CHECKING:
    from grader.lms.run_in.nouns import Due
    from grader.lms.run_in.watching import Watched
    from grader.model.check import Status
    from grader.model.report import CheckResult

__all__ = ["concluded", "lean"]

_REST: Final = {
    "time": "the rest ran out of time",
    "memory": "the rest ran out of memory",
    "stopped": "the platform ended the run before the rest",
}
_ENDED: Final = {
    "time": "the time that the platform gives was used up",
    "memory": "the memory that the platform gives was used up",
    "stopped": "the platform ended the run",
    "finished": "grading ended",
}
_LONGEST: Final = 200


def concluded(watched: Watched, seconds: float) -> Result:
    """Returns the result of a run that took so many seconds."""
    if watched.refused:
        return Result(usage=watched.refused, worth=watched.worth, seconds=seconds)
    if watched.end == "fault" or watched.planned is None:
        said = (watched.fault or f"{_ENDED[watched.end]} before anything was graded").rstrip(".") + "."
        if watched.planned is None or all(due.left for due in watched.due):
            return Result(broken=said, seconds=seconds)
        broken = tuple(_broken(due, said) for due in watched.due)
        return Result(exercises=broken, note=watched.planned.note, seconds=seconds)
    notes = [watched.planned.note]
    exercises = tuple(due.graded for due in watched.due)
    left = sum(len(due.left) for due in watched.due)
    if left and watched.end != "finished":
        whole = sum(len(due.left) or _settled(due) for due in watched.planned.exercises)
        notes.append(f"{whole - left} of {whole} checks were graded; {_REST[watched.end]}.")
        exercises = tuple(_explained(due, f"Not graded: {_ENDED[watched.end]} before.") for due in watched.due)
    return Result(exercises=exercises, note=" ".join(filter(None, notes)), seconds=seconds)


def _settled(due: Due) -> int:
    """The checks of an exercise that was settled before anything was run; that the file loads is none of them."""
    return len(due.graded.report.checks) - 1


def _explained(due: Due, why: str, status: Status = "pending") -> Graded:
    """An exercise whose report says of all that was not reached why it was not."""
    checks = tuple(
        msgspec.structs.replace(check, message=why, status=status)
        if check.status == "pending" and _open(check, due)
        else check
        for check in due.graded.report.checks
    )
    return msgspec.structs.replace(due.graded, report=msgspec.structs.replace(due.graded.report, checks=checks))


def _broken(due: Due, why: str) -> Graded:
    """An exercise that we failed at, unless it was graded before that; its points stay to come."""
    if not due.left:
        return due.graded
    found = _explained(due, why, "broken")
    return msgspec.structs.replace(found, report=msgspec.structs.replace(found.report, status="broken"))


def _open(check: CheckResult, due: Due) -> bool:
    """Whether a check was not reached; nor was loading the file where nothing was reached at all."""
    return check.name in due.left or check.name == "loads"


def lean(result: Result) -> Result:
    """Returns the result with the shortest texts that still say what counts, for where there is no room for more."""

    def shortened(check: CheckResult) -> CheckResult:
        return msgspec.structs.replace(check, message=check.message[:_LONGEST], hint="", detail={})

    def cut(graded: Graded) -> Graded:
        checks = tuple(map(shortened, graded.report.checks))
        report = msgspec.structs.replace(graded.report, checks=checks, checklist=())
        return msgspec.structs.replace(graded, report=report, source=None)

    return msgspec.structs.replace(result, exercises=tuple(map(cut, result.exercises)))
