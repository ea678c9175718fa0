"""What the names of files mean: which exercise one is for, and what browsers, systems and platforms make of a name."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final

import msgspec

from grader.batch.layouts.found import misfit, shown
from grader.batch.layouts.walking import File
from grader.batch.nouns import Misfit
from grader.course import find_named
from grader.model.exercise import Course
from grader.model.spelling import nearest

__all__ = ["CanvasName", "Names", "canvas_name", "copies", "share_out", "without_late", "written_at"]

_AS_NUMBER: Final = "exercise 003.py"
"""The longest word for an exercise's number."""
_SHOWN: Final = 60
"""Letters of a name of a file that a sentence repeats, or that are looked at."""

_COPY: Final = (
    "copy|kopie|copie|copia|cópia|còpia|kopia|kopi|kopio|kopija|kopya|másolat|копия|копія|αντίγραφο|コピー|副本|복사본"
)
_NUMBER: Final = r" ?\(\d{1,3}\)|[ -]\d{1,3}"
_COPIED: Final = re.compile(
    rf"({_NUMBER}|( [-–—] |[ _-])({_COPY})( ?\d{{1,3}})?| ?の?コピー| \(([\w.]{{1,12}} )?({_COPY})( \d{{1,3}})?\))+",
    re.IGNORECASE,
)
"""What browsers, platforms and file managers put behind the name of a second upload, download or copy: `` (1)``,
``-1``, `` - Kopie``, `` copy 2``."""
_COPY_OF: Final = re.compile(rf"({_COPY})( \(\d{{1,3}}\))? (of|von|van|de|di|da|av|af|z) ", re.IGNORECASE)
"""What they put in front of it."""
_NUMBERED: Final = re.compile(rf"({_NUMBER})")
_SOURCE: Final = re.compile(r"\.(?:py|ipynb|zip)$", re.IGNORECASE)
_CANVAS: Final = re.compile(r"(?P<who>[^\W_]+)_(?P<late>LATE_)?(?P<user>\d{1,18})_(?P<file>\d{1,18})_(?P<name>.+)")
_TIME: Final = re.compile(
    r"(?<!\d)(?P<date>(?:19|20)\d\d[-_.]?\d\d[-_.]?\d\d)"
    r"(?:[T _.-]{0,3}(?P<time>\d\d[-_.:h]?\d\d(?:[-_.:m]?\d\d)?))?(?!\d)"
)


class CanvasName(msgspec.Struct, frozen=True, kw_only=True):
    """The name of a file in Canvas's download: ``lastfirst_3143_207797_exercise3-1``, also with ``LATE_``.

    ``who`` is the student's name, ``user`` their ID; ``file`` grows with each upload, and ``name`` is the student's.
    """

    who: str
    user: str
    file: int
    name: str


def canvas_name(stem: str) -> CanvasName | None:
    """Returns what Canvas's name for a file says; None where it is no such name."""
    found = _CANVAS.fullmatch(stem)
    if found is None:
        return None
    return CanvasName(who=found["who"], user=found["user"], file=int(found["file"]), name=found["name"])


def without_late(name: str) -> str:
    """Returns the name of a file in Canvas's download without its mark LATE; any other as it is."""
    found = _CANVAS.fullmatch(name)
    return name.replace("_LATE_", "_", 1) if found and found["late"] else name


def written_at(text: str) -> datetime | None:
    """Returns the one date, or date and time, that stands in a name; None where there is none, or several."""
    moments = set()
    for found in _TIME.finditer(text):
        digits = re.sub(r"\D", "", found["date"] + (found["time"] or ""))
        try:
            moments.add(datetime.strptime(digits.ljust(14, "0"), "%Y%m%d%H%M%S"))  # noqa: DTZ007 - names tell no zone
        except ValueError:
            continue
    return moments.pop() if len(moments) == 1 else None


def copies(stem: str) -> Iterator[str]:
    """Yields the names of which this may be the name of a copy, the longest first."""
    of = _COPY_OF.match(stem)
    if of:
        yield stem[of.end() :]
    for at in range(min(len(stem), _SHOWN) - 1, 0, -1):
        if _COPIED.fullmatch(stem, at):
            yield stem[:at]


class Names:
    """The exercises of a course by the words that mean them."""

    def __init__(self, course: Course) -> None:
        self._known: dict[str, str] = {}
        # A class has thousands of names, and few words in them.
        self._found = lru_cache(4096)(lambda word: find_named(course, word))
        for folder in course.exercises:
            number, _, slug = folder.name.partition("_")
            self._known |= {folder.name: folder.name, slug: folder.name, f"exercise{int(number)}": folder.name}
        self._longest = max(map(len, (*self._known, _AS_NUMBER)))

    def meant(self, word: str) -> str:
        """Returns the name of the exercise's folder that a word means; "" where it means none, or several."""
        folder = self._found(word) if len(word) <= self._longest else None
        return folder.name if folder else ""

    def meant_by_file(self, name: str) -> str:
        """Returns the same for the name of a file, which may be a copy's; a number alone is none's: 2027-3."""
        stem = unicodedata.normalize("NFC", _SOURCE.sub("", name))
        bare = (self.meant(word) for word in copies(stem) if not word.isdecimal())
        return self.meant(stem) or next(filter(None, bare), "")

    def number_of_copy(self, name: str) -> int | None:
        """Returns which upload or download a file is by its name: 0 the first, 2 of ``exercise3 (2)``.

        None where it is a copy without such a number, which may be older or newer.
        """
        stem = unicodedata.normalize("NFC", _SOURCE.sub("", name))
        if self.meant(stem):
            return 0
        for word in copies(stem):
            if self.meant(word) and not word.isdecimal():
                number = _NUMBERED.fullmatch(stem[len(word) :]) if stem.startswith(word) else None
                return int(re.sub(r"\D", "", number[0])) if number else None
        return None

    def ends_in_exercise(self, word: str) -> bool:
        """Says whether a word ends in the name of an exercise: ``alice_exercise3``, of ``alice_exercise3-1``."""
        tails = (word[found.end() :] for found in re.finditer(r"[ _-]", word[-self._longest :]))
        return any(self.meant(tail) for tail in (word, *tails) if tail and not tail.isdecimal())

    def likeness(self, word: str) -> float:
        """Returns how like a word is to the one for an exercise that it was most likely meant to be, from 0 to 1."""
        near = nearest(word, self._known)
        return difflib.SequenceMatcher(None, word.lower(), near).ratio() if near else 0.0

    def unknown(self, word: str) -> str:
        """Returns the sentence that a word means no exercise, with the nearest that does."""
        if not word:
            return "Its name does not say for which exercise it is; rename it, or say it with --exercise."
        near = nearest(word, self._known)
        said = shown(word if len(word) <= _SHOWN else f"{word[:_SHOWN]}…")
        if near is None:
            return (
                f"'{said}' means no exercise of this course; name the file as the exercise is named, exercise3.py say."
            )
        return f"'{said}' means no exercise of this course; rename the file if it is for '{near}'."


def share_out(
    files: Sequence[tuple[File, str]], names: Names, *, default: str = "", wanted: str = "", notebook: bool = False
) -> Iterator[tuple[File, str] | Misfit]:
    """Yields the files that lie together, each beside the word for it, with the exercise each is for, or why none.

    What the one file is for whose word means no exercise, ``default`` says, unless another's word means that one;
    with ``notebook`` also where it is the one notebook among several. ``wanted`` is the one exercise that is asked
    for: what is for another is left out where one for it was found, and named otherwise.
    """
    stated = [(file, word, names.meant_by_file(word)) for file, word in files]
    unstated = [file for file, _, exercise in stated if not exercise]
    chosen = None
    if default and all(exercise != default for _, _, exercise in stated):
        notebooks = [file for file in unstated if notebook and file.path.suffix.lower() == ".ipynb"]
        chosen = next((some[0] for some in (unstated, notebooks) if len(some) == 1), None)
    settled = [(file, word, default if file is chosen else exercise) for file, word, exercise in stated]
    found = any(exercise == wanted for _, _, exercise in settled)
    for file, word, exercise in settled:
        if exercise and wanted not in ("", exercise):
            if not found:
                said = f"It is for {exercise}, and not for {wanted}, which was asked for."
                yield misfit(file.path, said, exercise=exercise)
        elif exercise:
            yield file, exercise
        elif default and not chosen and len(unstated) > 1:
            several = f"It lies with {len(files) - 1} more, and no name says which of them is for {default}."
            yield misfit(file.path, f"{several} Rename that one.", exercise=default)
        else:
            yield misfit(file.path, names.unknown(word))
