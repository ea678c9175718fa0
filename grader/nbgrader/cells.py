"""The cells of an exercise in a notebook for nbgrader: their grade ids, what a check cell reads, and whose code it is.

Whoever grades goes by these ids, and by the course; never by what else a student's notebook says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from grader.course.course import means
from grader.course.notebooks import source_of

if TYPE_CHECKING:
    from grader.model.check import Check
    from grader.model.exercise import Course, Exercise, Source

__all__ = ["check_id", "check_source", "code_of", "exercises_of", "graded", "others", "slug_of", "solution_id"]

_SEPARATOR = "--"


def solution_id(slug: str) -> str:
    """Returns the grade id of the cell that an exercise's code goes into: its slug."""
    return _id(slug)


def check_id(slug: str, check: str) -> str:
    """Returns the grade id of the cell that is worth the points of an exercise's check."""
    return f"{_id(slug)}{_SEPARATOR}{_id(check)}"


def slug_of(grade_id: str) -> str:
    """Returns the slug of the exercise that a grade id of ours belongs to; of another id, what it would be."""
    return grade_id.partition(_SEPARATOR)[0]


def graded(exercise: Exercise) -> tuple[Check, ...]:
    """Returns the checks that are worth points, in the order of reports: each has a cell."""
    return tuple(check for check in exercise.judged if check.points > 0)


def check_source(exercise: Exercise, check: str) -> str:
    """Returns what the cell of a check reads. Its last line shows the points: no value of a test is in a notebook."""
    return f'import grader\ngrader.check("exercise{exercise.number}", "{check}")'


def exercises_of(grade_ids: Iterable[str], course: Course) -> tuple[Path, ...]:
    """Returns the folders of the exercises that a notebook with these grade ids is for, in the course's order."""
    slugs = {slug_of(grade_id) for grade_id in grade_ids}
    return tuple(folder for folder in course.exercises if _id(_slug(folder)) in slugs)


def others(slug: str, course: Course) -> frozenset[str]:
    """Returns the grade ids of the cells whose code is for other exercises of the course."""
    return frozenset(solution_id(_slug(folder)) for folder in course.exercises) - {solution_id(slug)}


def code_of(data: bytes, name: str, exercise: Path, course: Course) -> Source:
    """Returns the code in a notebook for one exercise (its folder): of all code cells but tests and those for others.

    Raises SubmissionError where it is no notebook.
    """
    return source_of(data, name, others(_slug(exercise), course), lambda word: means(word, exercise))


def _slug(folder: Path) -> str:
    return folder.name.partition("_")[2]


def _id(text: str) -> str:
    """The text with what a grade id may not contain replaced."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", text)
