"""Packs a task for a machine that shares no files with us: what was handed in, and by which exercise it is meant."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grader.batch.nouns import Graded
from grader.batch.unread import unread
from grader.course import SubmissionError, find_exercise, fingerprint, read_exercise, read_submission

if TYPE_CHECKING:
    from grader.batch.nouns import Task
    from grader.model.exercise import Course, Exercise

__all__ = ["Parcels"]


class Parcels:
    """What is sent of the submissions for a course; the machine is to have a copy of that course."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._exercises: dict[str, tuple[Exercise, str]] = {}

    def packed(self, task: Task) -> Task | Graded:
        """Returns the task to send, or its result where nothing can be read. Raises CourseError."""
        exercise, digest = self._exercise(task.submission.exercise)
        path = Path(task.submission.path)
        try:
            source = task.source or read_submission(path, exercise)
        except SubmissionError as error:
            if task.earlier is not None:
                return task.earlier
            report = unread(path.name, str(error), exercise)
            return Graded(batch=task.batch, at=datetime.now(UTC), submission=task.submission, report=report)
        return msgspec.structs.replace(task, source=source, digest=digest)

    def _exercise(self, name: str) -> tuple[Exercise, str]:
        if name not in self._exercises:
            exercise = read_exercise(find_exercise(self._course, name), self._course)
            self._exercises[name] = exercise, fingerprint(exercise)
        return self._exercises[name]
