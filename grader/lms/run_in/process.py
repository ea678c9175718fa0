"""The process that grades inside a container: reads an order, and tells after each check how the reports stand.

``python -P -m grader.lms.run_in.process``. Of all that run there, it and its workers are what the system is to end
where memory runs out. It ends when its standard input does: whoever started it is gone then.
"""

from __future__ import annotations

import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from grader import grading
from grader.batch.unread import unread
from grader.checks.correctness import chosen
from grader.course import CourseError, SubmissionError, find_exercise, read_course, read_exercise
from grader.lines import Lines
from grader.lms.result import Graded
from grader.lms.run_in.finding import handed_in
from grader.lms.run_in.fitting import fitted
from grader.lms.run_in.nouns import OUT_OF_MEMORY, Due, Fault, Finished, Order, Planned, Refused, SoFar
from grader.model.check import Broken
from grader.sandbox.tiers import NoIsolationError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.lms.run_in.nouns import Told
    from grader.model.check import Check
    from grader.model.exercise import Course, Exercise, Source
    from grader.sandbox.workshop import Workshop

__all__ = ["main", "told"]

_EXPENDABLE: Final = "500"
"""Of 1000: how much sooner than others the system ends this process where memory runs out."""
_OURS: Final = (Broken, CourseError, NoIsolationError)
"""Faults that say in a sentence what is wrong."""
_NOT_YET: Final = "Not judged yet."


def main() -> int:
    """Grades what it is told to."""
    lines = Lines()
    with suppress(OSError):  # not Linux, or not allowed: then whoever started this may go as well
        Path("/proc/self/oom_score_adj").write_text(_EXPENDABLE, encoding="ascii")
    line = next(iter(lines), b"")
    if not line:
        return 0
    try:
        for one in told(msgspec.json.decode(line, type=Order)):
            lines.answer(msgspec.json.encode(one))
    except MemoryError:
        return OUT_OF_MEMORY
    except Exception as error:  # noqa: BLE001 - the one place that answers for all of them
        if not isinstance(error, _OURS):
            traceback.print_exception(error)
        lines.answer(msgspec.json.encode(Fault(message=_said(error))))
    return 0


def told(order: Order) -> Iterator[Told]:
    """Yields all that is to be told of an order. Raises CourseError, NoIsolationError, Broken."""
    until = time.monotonic() + order.seconds
    course = read_course(Path(order.course))
    with grading.workshop(device=order.device, course=course, require_isolation=order.require_isolation) as workshop:
        exercises = [read_exercise(find_exercise(course, name), course) for name in order.exercises]
        folder = Path(order.submission)
        try:
            found = handed_in(folder, order, course, exercises)
        except SubmissionError as error:
            yield Refused(message=str(error), worth=sum(exercise.points for exercise in exercises))
            return
        workshop.keep(folder)
        due = tuple(map(_due, exercises, found.sources))
        promised = workshop.promised
        yield Planned(exercises=due, isolation=promised.name, lacks=promised.lacks, note=found.note)
        for at, (exercise, source) in enumerate(zip(exercises, found.sources, strict=True)):
            if not isinstance(source, str):
                limited = fitted(exercise, memory=order.memory, seconds=until - time.monotonic())
                yield from _graded(at, source, limited, workshop, course)
        yield Finished()  # from here on it does not matter how this process ends


def _graded(at: int, source: Source, exercise: Exercise, workshop: Workshop, course: Course) -> Iterator[SoFar]:
    """Yields how one exercise's report stands; where we fail at it, that it is ours, for others are still to come."""
    try:
        for report, left in grading.reports(source, exercise, workshop=workshop, course=course):
            yield SoFar(at=at, report=report, left=left)
    except (MemoryError, NoIsolationError):
        raise
    except Exception as error:  # noqa: BLE001 - what others have earned must not go with it
        if not isinstance(error, _OURS):
            traceback.print_exception(error)
        yield SoFar(at=at, report=unread(source.name, _said(error), exercise, way="broken"), left=())


def _said(error: Exception) -> str:
    """A fault of ours in a sentence."""
    return str(error) if isinstance(error, _OURS) else f"{type(error).__name__}: {error}"


def _due(exercise: Exercise, source: Source | str) -> Due:
    """An exercise before anything was run; one without a file is settled already."""
    hidden = frozenset(check.name for check in exercise.checks if _is_hidden(check, exercise))
    if isinstance(source, str):
        return Due(graded=Graded(report=unread("", source, exercise), hidden=hidden))
    report = unread(source.name, _NOT_YET, exercise, way="pending")
    return Due(
        graded=Graded(report=report, source=source, hidden=hidden),
        left=tuple(check.name for check in exercise.checks),
    )


def _is_hidden(check: Check, exercise: Exercise) -> bool:
    """Whether all that a check calls the function with are hidden cases."""
    words = getattr(check, "cases", None)
    cases = [] if words is None else list(chosen(exercise.part(check.of), words))
    cases += [*getattr(check, "calls", ()), *filter(None, [getattr(check, "call", None)])]
    return bool(cases) and all(case.hidden for case in cases)


if __name__ == "__main__":
    sys.exit(main())
