"""Gradescope's export: ``submission_metadata.yml`` and a folder ``submission_ID`` for each that was handed in."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path, PurePath
from typing import Final

import msgspec

from grader.batch.layouts.found import Claim, misfit
from grader.batch.layouts.metadata import NAME, Handed, read_metadata
from grader.batch.layouts.naming import Names, share_out
from grader.batch.layouts.walking import File, Layout, Tree, passed_over, walk
from grader.batch.nouns import Misfit

__all__ = ["WORDS", "is_export", "layout"]

WORDS: Final = "Gradescope's export"


def is_export(folder: Path) -> bool:
    """Says whether a folder holds Gradescope's metadata as a regular file."""
    try:
        return stat.S_ISREG((folder / NAME).lstat().st_mode)
    except OSError:
        return False


def layout(root: Path, names: Names, wanted: str) -> Layout:
    """Returns what lies in an export: for every student of a group, where groups handed in.

    Raises OSError, and LayoutError where the metadata cannot be read.
    """
    handed = {entry.folder: entry for entry in read_metadata(root / NAME)}
    tree = walk(root, frozenset({NAME}))

    def home(parts: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
        entry = handed.get(parts[0]) if len(parts) > 1 else None
        return (1, entry.students) if entry and not entry.wrong else (0, ())

    def keys(parts: tuple[str, ...]) -> set[tuple[str, str]]:
        stem = PurePath(parts[-1]).stem
        exercise = "" if stem.isdigit() else names.meant_by_file(stem)
        return {(student, exercise) for student in home(parts)[1] if exercise}

    found = tuple(_claims(tree, handed, names, wanted))
    return Layout(words=WORDS, tree=tree, found=found, keys=keys, home=home)


def _claims(tree: Tree, handed: dict[str, Handed], names: Names, wanted: str) -> Iterator[Claim | Misfit]:
    """Yields whose each file is."""
    groups = {place: list(files) for place, files in groupby(tree.files, key=lambda file: file.parts[:-1][:1])}
    for place, files in groups.items():
        entry = handed.get(place[0]) if place else None
        if entry is None:
            yield from (misfit(file.path, f"{NAME} does not say whose it is.") for file in files)
        elif entry.wrong:
            yield misfit(tree.root / place[0], entry.wrong)
        else:
            yield from _group(entry, files, names, wanted)
    filled = {file.parts[0] for file in (*tree.files, *tree.others, *tree.hidden) if len(file.parts) > 1}
    for name, entry in handed.items():
        if name not in filled and not passed_over(name):
            yield _missing(tree.root / name, entry)


def _group(entry: Handed, files: list[File], names: Names, wanted: str) -> Iterator[Claim | Misfit]:
    """Yields what one student, or several together, handed in."""
    for found in share_out([(file, file.stem) for file in files], names, default=wanted, wanted=wanted):
        for student in entry.students:
            if isinstance(found, Misfit):
                yield msgspec.structs.replace(found, student=student)
                continue
            others = tuple(other for other in entry.students if other != student)
            yield Claim(
                student=student,
                exercise=found[1],
                path=found[0].path,
                parts=found[0].parts,
                handed_in=entry.at,
                together=others,
            )


def _missing(path: Path, entry: Handed) -> Misfit:
    if os.path.lexists(path):
        told = "It holds no .py file, notebook or .zip; nothing that can be graded was handed in."
        return misfit(path, told, files=0, absent=True)
    return misfit(path, f"{NAME} (line {entry.line}) names this folder, but it is not there; export it again.", files=0)
