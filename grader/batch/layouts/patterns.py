"""``--pattern '{student}_{exercise}.py'``: how student and exercise stand in the names of files and folders."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

import msgspec

from grader.batch.layouts.found import LayoutError
from grader.model.spelling import meant

__all__ = ["Pattern", "Reading", "read_pattern"]

_FIELDS: Final = ("student", "exercise")
_MOST_READINGS: Final = 50
"""Ways to read a name after which no more are looked for: it was made to take long."""
_PIECE: Final = re.compile(r"\{(?P<field>[^{}/]*)\}|(?P<star>\*+)|(?P<brace>[{}])|(?P<text>[^{}*]+)")
_ENDING: Final = re.compile(r"\.(py|ipynb|zip)$", re.IGNORECASE)

Reading = tuple[str, str]
"""A student's word and an exercise's; "" for the one that a pattern leaves out."""


class _Gap(msgspec.Struct, frozen=True):
    """A place in a pattern where anything within a name may stand: for a field something, for ``*`` also nothing."""

    field: str = ""


class Pattern(msgspec.Struct, frozen=True, kw_only=True):
    """A pattern, in pieces. One without a ``/`` is for names of files in any folder."""

    text: str
    pieces: tuple[str | _Gap, ...]

    def names_exercise(self) -> bool:
        """Says whether the pattern has a field for the exercise."""
        return _Gap("exercise") in self.pieces

    def readings(self, parts: tuple[str, ...], means: Callable[[str], bool]) -> set[Reading]:
        """Returns every way to read the names that lead to a file in which the exercise's word means one."""
        parts = (*parts[:-1], _lower_ending(parts[-1]))
        text = "/".join(parts) if "/" in self.text else parts[-1]
        if text.count("/") != self.text.count("/"):
            return set()
        return set(_readings(self.pieces, text, means))


def read_pattern(text: str) -> Pattern:
    """Returns the pattern that the instructor typed. Raises LayoutError where it is none."""
    said = _lower_ending(text.removeprefix("./"))
    pieces: list[str | _Gap] = []
    for found in _PIECE.finditer(said):
        if found["brace"]:
            raise LayoutError(
                f"--pattern '{text}': a '{found['brace']}' stands alone; write {{student}} or {{exercise}}"
            )
        if found["field"] is None:
            pieces.append(found["text"] or _Gap())
            continue
        field = found["field"]
        if field not in _FIELDS:
            raise LayoutError(f"--pattern '{text}': there is no field {{{field}}}{_hint(field)}")
        if _Gap(field) in pieces:
            raise LayoutError(f"--pattern '{text}': {{{field}}} stands twice; write * where it stands again")
        pieces.append(_Gap(field))
    if _Gap("student") not in pieces:
        raise LayoutError(f"--pattern '{text}' has no {{student}}, so nobody could be given a mark")
    if said.startswith("/") or ".." in said.split("/"):
        raise LayoutError(
            f"--pattern '{text}' must begin below the folder that is graded, as {{student}}/{{exercise}}.py"
        )
    return Pattern(text=said, pieces=tuple(pieces))


def _lower_ending(name: str) -> str:
    """Returns a name whose ending is that of a source in lower case: some systems write .PY."""
    return _ENDING.sub(lambda found: found[0].lower(), name)


def _hint(field: str) -> str:
    return meant(field, _FIELDS)


def _readings(pieces: tuple[str | _Gap, ...], text: str, means: Callable[[str], bool]) -> frozenset[Reading]:
    """Returns every way in which the pieces make up the text."""

    @cache
    def rest(index: int, start: int) -> frozenset[Reading]:
        if index == len(pieces):
            return frozenset({("", "")}) if start == len(text) else frozenset()
        piece = pieces[index]
        if isinstance(piece, str):
            return rest(index + 1, start + len(piece)) if text.startswith(piece, start) else frozenset()
        name_ends = text.find("/", start)
        last = len(text) if name_ends < 0 else name_ends
        found: set[Reading] = set()
        for end in range(start + bool(piece.field), last + 1):
            rests, value = rest(index + 1, end), text[start:end]
            if not rests or (piece.field == "exercise" and not means(value)):
                continue
            for student, exercise in rests:
                found.add(
                    (value if piece.field == "student" else student, value if piece.field == "exercise" else exercise)
                )
            if len(found) > _MOST_READINGS:
                break
        return frozenset(found)

    return rest(0, 0)
