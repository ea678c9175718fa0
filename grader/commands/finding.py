"""Finds what the words of a command line name: the course, the exercise, the file to grade."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click
import msgspec

from grader import course as rooms
from grader.model.exercise import Course, Exercise, Source

__all__ = ["Named", "following", "named", "opened", "several", "submitted", "usual_names"]

_RANGE: Final = re.compile(r"(\d{1,3})-(\d{1,3})")


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """A file to grade: its content, how it is reached from here, and whether it is a student's own."""

    source: Source
    path: Path
    started: bool


def opened(start: Path | None) -> Course:
    """Returns the course in this folder or one above. Raises CourseError."""
    return rooms.read_course(start or Path.cwd())


def named(course: Course, word: str) -> Exercise:
    """Returns the exercise a word names. Raises CourseError."""
    return rooms.read_exercise(rooms.find_exercise(course, word), course)


def several(course: Course, words: Iterable[str]) -> list[Path]:
    """Returns the folders of the exercises that words name, each by itself or, like ``1-12``, from one to another.

    Raises CourseError, and a usage error where a range holds none or an exercise is named twice.
    """
    found: list[Path] = []
    for word in words:
        span = _RANGE.fullmatch(word)
        ends = [rooms.find_exercise(course, end) for end in span.groups() if end] if span else []
        if not ends:
            found.append(rooms.find_exercise(course, word))
            continue
        first, last = map(course.exercises.index, ends)
        if first > last:
            raise click.UsageError(f"{word} goes backwards; write the lower number first.")
        found += course.exercises[first : last + 1]
    twice = next((folder for at, folder in enumerate(found) if folder in found[:at]), None)
    if twice is not None:
        raise click.UsageError(f"an exercise is named twice: {twice.name}.")
    return found


def submitted(exercise: Exercise, file: Path | None) -> Named:
    """Returns the file named, else the student's own in this folder, else the starter. Raises SubmissionError."""
    path = file or next((one for one in map(Path, usual_names(exercise)) if one.exists()), None)
    if path is not None:
        path = path if path.name else path.absolute()  # "." has no name that a message could use
        return Named(source=rooms.read_submission(path, exercise), path=path, started=True)
    return Named(source=exercise.starter, path=_from_here(exercise.folder / "starter.py"), started=False)


def usual_names(exercise: Exercise) -> list[str]:
    """Returns what a student's file is called where none is named, the first choice first."""
    stems = (f"exercise{exercise.number}", exercise.slug)
    return [f"{stem}{ending}" for ending in (".py", ".ipynb") for stem in stems]


def following(course: Course, exercise: Exercise) -> int | None:
    """Returns the number of the first other exercise that this folder's student has not passed; None where all are."""
    from grader.commands import memory

    known = memory.recall(Path.cwd())
    others = (one for one in rooms.summaries(course) if one.error is None and one.number != exercise.number)
    return next((one.number for one in others if not known.of(one.slug).done(one.points)), None)


def _from_here(path: Path) -> Path:
    """The shorter of the path and the way to it from this folder."""
    try:
        relative = Path(os.path.relpath(path))
    except ValueError:  # another drive, on Windows
        return path
    return min(relative, path, key=lambda one: len(str(one)))
