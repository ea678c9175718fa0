"""What names of files that were handed in mean for an assignment, and what is said of those that mean nothing."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

import msgspec

from grader.batch.layouts.naming import Names, copies
from grader.batch.layouts.walking import is_source
from grader.lms.fitting import one_line
from grader.model.spelling import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model.exercise import Course, Exercise

__all__ = ["KINDS", "Assignment", "listed"]

KINDS: Final = "no .py file, notebook or .zip"
_NUMBERED: Final = re.compile(r"exercise[ _-]?(\d{1,3})", re.IGNORECASE)
_LONGEST: Final = 60  # letters of a name that are repeated
_MOST: Final = 3  # files that are named


class Assignment:
    """The exercises of a package by the words that mean them."""

    def __init__(self, course: Course, exercises: Sequence[Exercise]) -> None:
        self._names = Names(msgspec.structs.replace(course, exercises=tuple(one.folder for one in exercises)))
        self._numbers = {
            word: one.number for one in exercises for word in (f"exercise{one.number}", one.slug, one.folder.name)
        }
        self.files = listed([f"exercise{one.number}.py" for one in exercises])
        numbers = listed([str(one.number) for one in exercises])
        self._exercises = f"exercise{'s' if len(exercises) > 1 else ''} {numbers}"

    def meant(self, word: str) -> str:
        """Returns the name of the folder of the one exercise that a word means; "" where it means none."""
        return self._names.meant(word)

    def meant_by_file(self, stem: str) -> str:
        """Returns the same for the name of a file, which may be a copy's; a number alone is none's: 2027-3."""
        return self._names.meant_by_file(stem)

    def unused(self, names: Sequence[str]) -> str:
        """Returns a sentence for each of the files that are for no exercise, save for very many; "" where none is."""
        said = [f"{_shown(name)} was not used: {self._why(name)}." for name in names[:_MOST]]
        rest = len(names) - _MOST
        return " ".join([*said, *([f"Nor {'were' if rest > 1 else 'was'} {rest} more."] if rest > 0 else [])])

    def _why(self, name: str) -> str:
        """Why a file is for no exercise, and what to call it if it is meant for one."""
        path = PurePath(name)
        if not is_source(name):
            return f"it is {KINDS}"
        if any(map(_NUMBERED.fullmatch, (path.stem, *copies(path.stem)))) and not self.meant_by_file(path.stem):
            return f"it is not part of this assignment, which has {self._exercises}"
        near = nearest(path.stem, self._numbers)
        number = near and self._numbers[near]
        meant = f"; if it is for exercise {number}, call it exercise{number}{path.suffix.lower()}" if number else ""
        return f"it is not called like an exercise of this assignment{meant}"


def listed(names: Sequence[str]) -> str:
    """Returns names as people list them, cleaned, and how many more there are than can be named."""
    shown = [_shown(name) for name in names[: _MOST + 1]]
    if len(names) > _MOST + 1:
        shown[_MOST:] = [f"{len(names) - _MOST} more"]
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def _shown(name: str) -> str:
    return one_line(name, _LONGEST)
