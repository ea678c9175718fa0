"""Gradescope's export: ``submission_metadata.yml`` and a folder ``submission_ID`` for each that was handed in."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from grader.batch.layouts.found import Claim, misfit
from grader.batch.layouts.metadata import NAME, Handed, read_metadata
from grader.batch.layouts.naming import Names, other_kinds, share_out
from grader.batch.layouts.walking import File, passed_over, walk
from grader.batch.nouns import Misfit

__all__ = ["WORDS", "claims", "is_export"]

WORDS: Final = "Gradescope's export"


def is_export(folder: Path) -> bool:
    """Says whether a folder holds Gradescope's metadata as a regular file."""
    try:
        return stat.S_ISREG((folder / NAME).lstat().st_mode)
    except OSError:
        return False


def claims(root: Path, names: Names, wanted: str) -> Iterator[Claim | Misfit]:
    """Yields what lies in an export: for every student of a group, where groups handed in.

    Raises OSError, and LayoutError where the metadata cannot be read.
    """
    handed = {entry.folder: entry for entry in read_metadata(root / NAME)}
    tree = walk(root, frozenset({NAME}))
    yield from tree.misfits
    groups = {place: list(files) for place, files in groupby(tree.files, key=lambda file: file.parts[:-1][:1])}
    named: set[tuple[tuple[str, ...], str]] = set()
    for place, files in groups.items():
        entry = handed.get(place[0]) if place else None
        if entry is None:
            yield from (misfit(file.path, f"{NAME} does not say whose it is.") for file in files)
        elif entry.wrong:
            yield misfit(root / place[0], entry.wrong)
        else:
            for found in _group(entry, files, names, wanted):
                if isinstance(found, Claim):
                    named.add((place, found.exercise))
                yield found
    yield from other_kinds(tree, 1, named, names, wanted)
    yield from tree.unmatched({file.parts for file in tree.files}, 1)
    with_others = {parts[0] for parts, folder in tree.folders.items() if parts and folder.others}
    told = {place[0] for place in groups if place} | with_others
    for name, entry in handed.items():
        if name not in told and not passed_over(name):
            yield _missing(root / name, entry)


def _group(entry: Handed, files: list[File], names: Names, wanted: str) -> Iterator[Claim | Misfit]:
    """Yields what one student, or several together, handed in."""
    for found in share_out([(file, file.stem) for file in files], names, default=wanted, wanted=wanted):
        if isinstance(found, Misfit):
            yield found
            continue
        for student in entry.students:
            others = tuple(other for other in entry.students if other != student)
            yield Claim(student=student, exercise=found[1], path=found[0].path, handed_in=entry.at, together=others)


def _missing(path: Path, entry: Handed) -> Misfit:
    if os.path.lexists(path):
        return misfit(path, "It holds no .py file, notebook or .zip; nothing that can be graded was handed in.")
    return misfit(path, f"{NAME} (line {entry.line}) names this folder, but it is not there; export it again.")
