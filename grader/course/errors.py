"""The errors of this room: each says where and what is wrong, and the nearest word that would be right.

CourseError              a file of a course is wrong; carries every problem found in it
├── NoCourseError        there is no course here or in any folder above
└── NoExerciseError      a word names no exercise of the course, or more than one
SubmissionError          a submission cannot be graded as it is
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

__all__ = [
    "CourseError",
    "NoCourseError",
    "NoExerciseError",
    "Problem",
    "Problems",
    "SubmissionError",
]


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong: the file, its 1-based line, the field (``checks[1].at_least``), and a sentence."""

    file: str = ""
    line: int | None = None
    field: str = ""
    message: str

    def __str__(self) -> str:
        """``file:line: message``, as far as they are known."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.message}" if place else self.message


class CourseError(Exception):
    """A file of a course is wrong; the text is one line for each of its ``problems``."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class NoCourseError(CourseError):
    """There is no course here or in any folder above."""


class NoExerciseError(CourseError):
    """A word names no exercise of the course, or more than one."""


class SubmissionError(Exception):
    """A submission cannot be graded as it is: one sentence for the student.

    ``usage`` is True where the command names something that is no submission (a folder, a missing file), False
    where a file was handed in and is at fault.
    """

    def __init__(self, message: str, *, usage: bool) -> None:
        super().__init__(message)
        self.usage = usage


class Problems:
    """Collects the problems of one file, so that its author hears of all of them at once."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._found: list[Problem] = []

    def __len__(self) -> int:
        return len(self._found)

    def add(self, line: int | None, field: str, message: str) -> None:
        """Notes one problem of the file."""
        self.include(Problem(file=self.file, line=line, field=field, message=message))

    def include(self, problem: Problem) -> None:
        """Notes a problem of this file or of one beside it; the same one twice is noted once."""
        if problem not in self._found:
            self._found.append(problem)

    def error(self) -> CourseError:
        """Returns the problems as one error, in the order of their lines."""
        return CourseError(sorted(self._found, key=lambda problem: (problem.file, problem.line or 0)))
