"""nbgrader's layout: ``submitted/STUDENT/ASSIGNMENT/NOTEBOOK.ipynb``, beside it ``timestamp.txt``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Final

from grader.batch.layouts.found import Claim, misfit, student_word
from grader.batch.layouts.moments import moment
from grader.batch.layouts.naming import Names, other_kinds, share_out
from grader.batch.layouts.walking import File, is_source, passed_over, walk
from grader.batch.nouns import Misfit
from grader.course import SubmissionError, raw_bytes

__all__ = ["WORDS", "claims", "submitted"]

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


def _inside(folder: Path) -> tuple[list[str], bool]:
    """Returns the names of the folders in a folder, and whether sources lie beside them; nothing, if it is closed."""
    try:
        with os.scandir(folder) as found:
            entries = [entry for entry in found if not passed_over(entry.name)]
    except OSError:
        return [], False
    below = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    return below, any(is_source(entry.name) and not entry.is_dir(follow_symlinks=False) for entry in entries)


def claims(root: Path, names: Names, wanted: str) -> Iterator[Claim | Misfit]:
    """Yields what lies in ``submitted``. The notebook's name says which exercise, else the assignment's does.

    What is for another exercise than ``wanted`` is left out: nobody asked for it. Raises OSError.
    """
    tree = walk(root, _SIDE)
    yield from tree.misfits
    taken: set[tuple[str, ...]] = set()
    named: set[tuple[tuple[str, ...], str]] = set()
    fallback = _only_unknown(list(tree.folders), names) if wanted else ""
    for place, group in groupby(tree.files, key=lambda file: file.parts[:-1][:_DEPTH]):
        files = list(group)
        taken |= {file.parts for file in files}
        if len(place) < _DEPTH:
            yield from (
                misfit(file.path, "It does not lie in a folder STUDENT/ASSIGNMENT, as nbgrader has it.")
                for file in files
            )
            continue
        for found in _assignment(root, files, names, wanted, wanted if place[1] == fallback else ""):
            if isinstance(found, Claim):
                named.add((place, found.exercise))
            yield found
    yield from other_kinds(tree, _DEPTH, named, names, wanted)
    yield from tree.unmatched(taken, _DEPTH)
    with_others = {parts[:_DEPTH] for parts, folder in tree.folders.items() if folder.others}
    handed_in = {parts[:_DEPTH] for parts in taken} | with_others
    for parts in tree.folders:
        if len(parts) == _DEPTH and parts not in handed_in:
            yield misfit(root.joinpath(*parts), "It holds no notebook, .py file or .zip; nothing was handed in.")


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
                yield found
        elif wanted in ("", found[1]):
            yield Claim(student=word, exercise=found[1], path=found[0].path, handed_in=handed_in)


def _timestamp(path: Path) -> datetime | None:
    try:
        return moment(raw_bytes(path)[:100].decode("utf-8", "replace"))
    except SubmissionError:
        return None
