"""Puts notebooks made from exercises into nbgrader's source folder; one that was edited since is left alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grader.course import find_named
from grader.nbgrader.config import Folder
from grader.nbgrader.errors import NbgraderError
from grader.nbgrader.notebook import digest, notebook
from grader.nbgrader.replacing import replace

if TYPE_CHECKING:
    from grader.model.exercise import Course, Exercise

__all__ = ["build"]

_ASSIGNMENT: Final = re.compile(r"\w[\w .-]{0,99}")
"""No separator, nothing hidden, and no ``+``, which nbgrader keeps for itself."""


def build(
    folder: Folder,
    course: Course,
    exercises: Sequence[Exercise],
    assignment: str,
    *,
    together: bool = False,
    force: bool = False,
) -> list[Path]:
    """Writes an assignment's source notebooks and returns them: one for each exercise, or one for all ``together``.

    A notebook is called as its exercise is, or as the assignment. Raises NbgraderError where a name cannot be one, or a
    notebook is there that was not built like this, unless they ``force`` it; then nothing is written.
    """
    if not _ASSIGNMENT.fullmatch(assignment) or assignment != assignment.strip():
        raise NbgraderError(f"{assignment!r} is no name for an assignment; take letters, digits, '_', '-' and '.'")
    if together and len(exercises) > 1:
        if (meant := find_named(course, assignment)) is not None:
            raise NbgraderError(
                f"'{assignment}' means exercise {meant.name}, and would be the name of a notebook for several; choose "
                "another with --assignment"
            )
        made = {f"{assignment}.ipynb": notebook(exercises)}
    else:
        made = {f"exercise{one.number}.ipynb": notebook([one]) for one in exercises}
    place = folder.of(assignment)
    try:
        for name in made:
            if not force and _edited(place / name):
                raise NbgraderError(
                    f"{place / name} was edited since it was built, or made otherwise; move it away, or say --force"
                )
        place.mkdir(parents=True, exist_ok=True)
        for name, data in made.items():
            replace(place / name, data)
    except OSError as error:
        raise NbgraderError(f"{error.filename or place} cannot be written: {error.strerror or error}") from None
    return [place / name for name in made]


def _edited(path: Path) -> bool:
    """Whether there is a file that holds something else than what was built there."""
    if not path.exists():
        return False
    now, built = digest(path.read_bytes())
    return not now or now != built
