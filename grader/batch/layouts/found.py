"""What is found in folders: submissions, and what is none of them with the reason why."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from grader.batch.nouns import Misfit, Submission

__all__ = ["Claim", "Found", "LayoutError", "misfit", "shown", "student_word"]

_LONGEST: Final = 200
"""Letters of the longest word for a student."""


class LayoutError(Exception):
    """What the instructor named is wrong: one sentence with the file, its line, and the nearest word that is right."""


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A file, whose it is, and for which exercise (its folder's name). Its bytes are not looked at yet.

    ``together`` are the others who handed in this very file, as a group.
    """

    student: str
    exercise: str
    path: Path
    handed_in: datetime | None = None
    together: tuple[str, ...] = ()


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """The submissions by student and exercise, what is graded for nobody, and what told them apart, in words.

    ``students`` are all of the roster, where there is one, in its order and spelling.
    """

    submissions: tuple[Submission, ...]
    misfits: tuple[Misfit, ...]
    layout: str
    students: tuple[str, ...] = ()


def misfit(path: Path, reason: str) -> Misfit:
    """Returns a misfit whose path can be printed and written anywhere."""
    return Misfit(path=shown(str(path)), reason=reason)


def shown(text: str) -> str:
    """Returns a text with what cannot be printed as escapes."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def student_word(text: str) -> str | None:
    """Returns a text as the word for a student; None where it could be no name of a folder, or cannot be printed.

    Letters with accents are composed: some systems take them apart in the names of files.
    """
    word = unicodedata.normalize("NFC", text).strip()
    fits = word.isprintable() and 0 < len(word) <= _LONGEST and not {"/", "\\"} & set(word)
    return word if fits and word not in (".", "..") else None
