"""Which exercise a file is for, by names alone: its own, else the one that stands for all that lie with it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from grader.batch.layouts.found import misfit, shown
from grader.batch.layouts.walking import OTHER_KIND, File, Tree
from grader.batch.nouns import Misfit
from grader.course import find_named
from grader.model.exercise import Course
from grader.model.spelling import nearest

__all__ = ["Names", "other_kinds", "share_out"]

_AS_NUMBER: Final = "exercise 003.py"
"""The longest word for an exercise's number."""
_SHOWN: Final = 60
"""Letters of a name of a file that a sentence repeats."""


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
    stated = [(file, word, names.meant(word)) for file, word in files]
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
                yield misfit(file.path, f"It is for {exercise}, and not for {wanted}, which was asked for.")
        elif exercise:
            yield file, exercise
        elif default and not chosen and len(unstated) > 1:
            several = f"It lies with {len(files) - 1} more, and no name says which of them is for {default}."
            yield misfit(file.path, f"{several} Rename that one.")
        else:
            yield misfit(file.path, names.unknown(word))


def other_kinds(
    tree: Tree, depth: int, named: set[tuple[tuple[str, ...], str]], names: Names, wanted: str
) -> Iterator[Misfit]:
    """Yields what is called like an exercise and is no source, where there is none for that exercise.

    ``named`` are the first ``depth`` names that lead to what was found, and the exercise that it is for.
    """
    for file in tree.others:
        exercise = "" if file.stem.isdigit() else names.meant(file.stem)
        if exercise and wanted in ("", exercise) and (file.parts[:-1][:depth], exercise) not in named:
            yield misfit(file.path, OTHER_KIND)
