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

    ``parts`` are the names that lead to it from the folder that was given. ``together`` are the others who handed in
    this very file, as a group. It is ``packed`` where it lies in an archive among other files: what stands in there may
    be a student's words.
    """

    student: str
    exercise: str
    path: Path
    parts: tuple[str, ...] = ()
    packed: bool = False
    handed_in: datetime | None = None
    together: tuple[str, ...] = ()


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """The submissions by student and exercise, what is graded for nobody, and what told them apart, in words.

    ``misfits`` may be somebody's work, and wait for a person. ``aside`` are files that need nobody: left there by a
    system, lying beside a submission, an earlier attempt. Each file below the folders is in one of the three.
    ``students`` are all of the roster, where there is one, in its order and spelling. ``hints`` are
    the usual patterns that fit, each with what it makes of the files, where nothing says how these are named.
    """

    submissions: tuple[Submission, ...]
    misfits: tuple[Misfit, ...]
    layout: str
    students: tuple[str, ...] = ()
    aside: tuple[Misfit, ...] = ()
    hints: tuple[tuple[str, str], ...] = ()

    @property
    def account(self) -> str:
        """What becomes of all files, in a sentence; "" where all are graded."""
        counts = [
            len({one.path for one in self.submissions}),
            *(sum({one.path: one.files for one in some}.values()) for some in (self.misfits, self.aside)),
        ]
        if not any(counts[1:]):
            return ""
        told = zip(counts, ("graded", "not graded", "left aside"), strict=True)
        listed = ", ".join(f"{count:,} {what}" for count, what in told if count or what == "graded")
        return f"{sum(counts):,} file{'' if sum(counts) == 1 else 's'}: {listed}."

    @property
    def lost(self) -> int:
        """How many things wait for a person: files that are not graded, and folders that cannot be read."""
        counts = {one.path: max(one.files, 1) for one in self.misfits if not one.absent}
        return sum(counts.values())


def misfit(
    path: Path, reason: str, *, student: str = "", exercise: str = "", files: int = 1, absent: bool = False
) -> Misfit:
    """Returns a misfit whose path can be printed and written anywhere."""
    return Misfit(path=shown(str(path)), reason=reason, student=student, exercise=exercise, files=files, absent=absent)


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
