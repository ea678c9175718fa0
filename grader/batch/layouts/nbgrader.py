"""nbgrader's layout: ``submitted/STUDENT/ASSIGNMENT/NOTEBOOK.ipynb``, beside it ``timestamp.txt``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from pathlib import Path, PurePath
from typing import Final

import msgspec

from grader.batch.layouts.found import Claim, misfit, student_word
from grader.batch.layouts.moments import moment
from grader.batch.layouts.naming import Names, share_out
from grader.batch.layouts.walking import File, Layout, Tree, is_source, passed_over, walk
from grader.batch.nouns import Misfit
from grader.course import SubmissionError, raw_bytes

__all__ = ["WORDS", "is_course", "layout", "submitted"]

WORDS: Final = "nbgrader's submitted folder"
_TIMESTAMP: Final = "timestamp.txt"
_SIDE: Final = frozenset({_TIMESTAMP, "submission_secret.txt", "gradebook.db", "nbgrader_config.py"})
_DEPTH: Final = 2
"""STUDENT/ASSIGNMENT."""


def submitted(folder: Path, *, told: bool) -> Path | None:
    """Returns the folder whose folders are nbgrader's students; None where this is none of nbgrader's.

    ``told`` says that names can be read in another way: then the folder's name is not enough, and nbgrader's
    timestamp must lie beside all that was handed in. Raises OSError where it cannot be read.
    """
    for root, named in ((folder / "submitted", True), (folder, folder.name == "submitted")):
        if not root.is_dir() or root.is_symlink():
            continue
        names, loose = _inside(root)
        students = [_inside(root / name) for name in names]
        assignments = [
            root / name / below for name, (inside, _) in zip(names, students, strict=True) for below in inside
        ]
        # One student's timestamp must not turn a folder of files into nbgrader's.
        stamped = not loose and not any(sources for _, sources in students)
        stamped = stamped and all(os.path.lexists(path / _TIMESTAMP) for path in assignments)
        if assignments and (stamped or (named and not told)):
            return root
    return None


def is_course(folder: Path) -> bool:
    """Says whether nbgrader's other files lie beside ``submitted``, so that what lies there is nbgrader's business."""
    return any((folder / name).exists() for name in ("nbgrader_config.py", "gradebook.db", "source", "release"))


def _inside(folder: Path) -> tuple[list[str], bool]:
    """Returns the names of the folders in a folder, and whether sources lie beside them; nothing, if it is closed."""
    try:
        with os.scandir(folder) as found:
            entries = [entry for entry in found if not passed_over(entry.name)]
    except OSError:
        return [], False
    below = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    return below, any(is_source(entry.name) and not entry.is_dir(follow_symlinks=False) for entry in entries)


def layout(root: Path, names: Names, wanted: str) -> Layout:
    """Returns what lies in ``submitted``. The notebook's name says which exercise, else the assignment's does.

    What is for another exercise than ``wanted`` is left out: nobody asked for it. Raises OSError.
    """
    tree = walk(root, _SIDE)

    def home(parts: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
        word = student_word(parts[0]) if len(parts) > _DEPTH else None
        return (_DEPTH, (word,)) if word else (0, ())

    def keys(parts: tuple[str, ...]) -> set[tuple[str, str]]:
        stem = PurePath(parts[-1]).stem
        exercise = "" if stem.isdigit() else names.meant_by_file(stem)
        return {(student, exercise) for student in home(parts)[1] if exercise}

    found = tuple(_claims(tree, names, wanted))
    return Layout(words=WORDS, tree=tree, found=found, keys=keys, home=home)


def _claims(tree: Tree, names: Names, wanted: str) -> Iterator[Claim | Misfit]:
    """Yields whose each file is, and the folders in which nothing was handed in."""
    fallback = _only_unknown(list(tree.folders), names) if wanted else ""
    for place, group in groupby(tree.files, key=lambda file: file.parts[:-1][:_DEPTH]):
        files = list(group)
        if len(place) < _DEPTH:
            told = "It does not lie in a folder STUDENT/ASSIGNMENT, as nbgrader has it."
            yield from (misfit(file.path, told) for file in files)
            continue
        yield from _assignment(tree.root, files, names, wanted, wanted if place[1] == fallback else "")
    handed_in = {file.parts[:_DEPTH] for file in (*tree.files, *tree.others, *tree.hidden)}
    for parts in tree.folders:
        if len(parts) == _DEPTH and parts not in handed_in:
            told = "It holds no notebook, .py file or .zip; nothing was handed in."
            yield misfit(tree.root.joinpath(*parts), told, files=0, absent=True)


def _only_unknown(folders: list[tuple[str, ...]], names: Names) -> str:
    """Returns the one assignment whose name means no exercise; "" where there are several."""
    unknown = {parts[1] for parts in folders if len(parts) == _DEPTH and not names.meant(parts[1])}
    return unknown.pop() if len(unknown) == 1 else ""


def _assignment(root: Path, files: list[File], names: Names, wanted: str, default: str) -> Iterator[Claim | Misfit]:
    """Yields what one student handed in for one assignment."""
    student, assignment = files[0].parts[:_DEPTH]
    word = student_word(student)
    default = names.meant(assignment) or default
    if word is None:
        yield from (
            misfit(file.path, "The name of the student's folder cannot be printed; rename it.") for file in files
        )
        return
    handed_in = _timestamp(root / student / assignment / _TIMESTAMP)
    for found in share_out([(file, file.stem) for file in files], names, default=default, notebook=True):
        if isinstance(found, Misfit):
            if not wanted or default in ("", wanted):
                yield msgspec.structs.replace(found, student=word)
        elif wanted in ("", found[1]):
            file, exercise = found
            yield Claim(student=word, exercise=exercise, path=file.path, parts=file.parts, handed_in=handed_in)


def _timestamp(path: Path) -> datetime | None:
    try:
        return moment(raw_bytes(path)[:100].decode("utf-8", "replace"))
    except SubmissionError:
        return None
