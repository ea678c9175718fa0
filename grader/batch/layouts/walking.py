"""What lies in a folder that others filled: its sources, and what else, without following a link or opening a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

from grader.batch.layouts.found import misfit
from grader.batch.nouns import Misfit

__all__ = ["OTHER_KIND", "SOURCES", "File", "Folder", "Tree", "is_source", "passed_over", "walk"]

SOURCES: Final = (".py", ".ipynb", ".zip")
OTHER_KIND: Final = "It is no .py file, notebook or .zip; ask for one of these."

_DEEPEST: Final = 20
"""Folders below each other that are looked into."""
_MOST_OTHERS: Final = 10_000
"""Files of other kinds whose names are looked at."""
_BESIDE: Final = ("__pycache__", "__macosx", "thumbs.db", "desktop.ini")
"""What systems and editors leave lying about, besides what is hidden."""
_RESULTS: Final = "results.jsonl"


class File(msgspec.Struct, frozen=True, kw_only=True):
    """A file that may be a submission: where it is, and the names that lead to it from the folder that was given."""

    path: Path
    parts: tuple[str, ...]

    @property
    def stem(self) -> str:
        """The file's name without its ending."""
        return self.path.stem


class Folder(msgspec.Struct, kw_only=True):
    """A folder: how many files of other kinds lie in it, and one of their names."""

    others: int = 0
    other: str = ""


class Tree(msgspec.Struct, frozen=True, kw_only=True):
    """All that lies below a folder: what may be submissions, the first thousands of ``others``, and its folders.

    ``folders`` are by the names that lead to them, () is the folder itself.
    """

    root: Path
    files: list[File]
    others: list[File]
    folders: dict[tuple[str, ...], Folder]
    misfits: list[Misfit]

    def unmatched(self, taken: set[tuple[str, ...]], depth: int) -> list[Misfit]:
        """Returns a misfit for each folder of other kinds of file beside which nothing was taken.

        What shares its first ``depth`` names with one of ``taken`` lies beside that.
        """
        beside = {parts[:-1][:depth] for parts in taken}
        return [
            _other(self.root.joinpath(*parts), folder)
            for parts, folder in self.folders.items()
            if folder.others and parts[:depth] not in beside
        ]


def walk(root: Path, side: frozenset[str] = frozenset()) -> Tree:
    """Returns what lies below a folder, in the order of names; ``side`` are names of files that are passed over.

    Raises OSError where the folder itself cannot be read.
    """
    tree = Tree(root=root, files=[], others=[], folders={}, misfits=[])
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        parts = waiting.pop()
        path = root.joinpath(*parts)
        try:
            with os.scandir(path) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            if not parts:
                raise
            tree.misfits.append(misfit(path, f"This folder cannot be read: {error.strerror}."))
            continue
        if parts and any(entry.name == _RESULTS for entry in entries):
            tree.misfits.append(
                misfit(path, f"This folder holds {_RESULTS}, the results of a batch; it is passed over.")
            )
            continue
        below = _sorted_out(tree, parts, entries, side)
        if len(parts) >= _DEEPEST and below:
            tree.misfits.append(
                misfit(path, f"What lies deeper than {_DEEPEST} folders is not looked for; move it up.")
            )
        else:
            waiting.extend((*parts, name) for name in reversed(below))
    return tree


def _sorted_out(tree: Tree, parts: tuple[str, ...], entries: list[os.DirEntry[str]], side: frozenset[str]) -> list[str]:
    """Notes a folder's files in the tree; returns the names of the folders in it."""
    folder = tree.folders[parts] = Folder()
    below = []
    for entry in entries:
        if passed_over(entry.name) or entry.name in side:
            continue
        try:
            is_folder = entry.is_dir(follow_symlinks=False)
        except OSError:
            is_folder = False
        if is_folder:
            below.append(entry.name)
        elif is_source(entry.name):
            tree.files.append(File(path=Path(entry.path), parts=(*parts, entry.name)))
        else:
            folder.others += 1
            folder.other = entry.name
            if len(tree.others) < _MOST_OTHERS:
                tree.others.append(File(path=Path(entry.path), parts=(*parts, entry.name)))
    return below


def passed_over(name: str) -> bool:
    """Says whether a file or folder is never a submission: hidden, or left there by a program."""
    return name.startswith(".") or name.lower() in _BESIDE


def is_source(name: str) -> bool:
    """Says whether a file's name ends as a submission's does."""
    return Path(name).suffix.lower() in SOURCES


def _other(path: Path, folder: Folder) -> Misfit:
    if folder.others == 1:
        return misfit(path / folder.other, OTHER_KIND)
    return misfit(path, f"It holds {folder.others} files, but no .py file, notebook or .zip; ask for one of these.")
