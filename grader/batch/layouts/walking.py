"""What lies in a folder that others filled: its sources, and what else, without following a link or opening a file."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from grader.batch.layouts.found import Claim, misfit
from grader.batch.nouns import Misfit

__all__ = [
    "SOURCES",
    "File",
    "Layout",
    "Tree",
    "bare_names",
    "doubled",
    "is_source",
    "passed_over",
    "walk",
    "why_no_source",
]

SOURCES: Final = (".py", ".ipynb", ".zip")

_DEEPEST: Final = 20
"""Folders below each other that are looked into."""
_MOST_OTHERS: Final = 10_000
"""Files of other kinds whose names are looked at."""
_BESIDE: Final = ("__pycache__", "__macosx", "thumbs.db", "desktop.ini")
"""What systems and editors leave lying about, besides what is hidden."""
_RESULTS: Final = "results.jsonl"
_LEFT: Final = "A system or a program left it there."
_PLATFORM: Final = "The platform put it there."
_WITHIN: Final = re.compile(r"(\.py|\.ipynb)(?![a-z0-9_]).+", re.IGNORECASE)
"""The ending of a source that another one follows: ``.py.txt``, ``.ipynb.json``, ``.py~``."""
_ENDINGS: Final = re.compile(r"(\.[A-Za-z][A-Za-z0-9]{0,11}|\.7z|~)+$")
_ARCHIVES: Final = (".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".rar", ".7z")
_COMPILED: Final = (".pyc", ".pyo", ".pyd", ".so")


class File(msgspec.Struct, frozen=True, kw_only=True):
    """A file that may be a submission: where it is, and the names that lead to it from the folder that was given."""

    path: Path
    parts: tuple[str, ...]

    @property
    def stem(self) -> str:
        """The file's name without its ending."""
        return self.path.stem


class Tree(msgspec.Struct, frozen=True, kw_only=True):
    """All that lies below a folder: what may be submissions, the first thousands of ``others``, and its folders.

    ``folders`` are by the names that lead to them, () is the folder itself; ``beyond`` counts for each the files of
    other kinds that are not among ``others``. ``hidden`` are sources whose name begins with a dot. ``aside`` is what a
    system, a program or the platform put there, ``misfits`` are folders that could not be looked into.
    """

    root: Path
    files: list[File] = []
    others: list[File] = []
    hidden: list[File] = []
    folders: dict[tuple[str, ...], None] = {}
    beyond: Counter[tuple[str, ...]] = msgspec.field(default_factory=Counter)
    aside: list[Misfit] = []
    misfits: list[Misfit] = []


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """What one layout tells of a folder, in ``words``: ``found`` is whose the sources in its tree are, or why nobody's.

    ``keys`` tells whose a source of some names would be, and for which exercise; ``home`` how many names lead to the
    folder of one student's own (or a group's) on the way to a file, and whose it is: 0 and nobody where there is none.
    ``loose`` layouts go by names alone; one is not ``known`` where nothing says how files are named. It is ``packed``
    where it was an archive among other files.
    """

    words: str
    tree: Tree
    found: tuple[Claim | Misfit, ...]
    keys: Callable[[tuple[str, ...]], set[tuple[str, str]]]
    home: Callable[[tuple[str, ...]], tuple[int, tuple[str, ...]]]
    known: bool = True
    loose: bool = False
    packed: bool = False


def walk(root: Path, side: frozenset[str] = frozenset(), results: Path | None = None) -> Tree:
    """Returns what lies below a folder, in the order of names.

    ``side`` are names of files that the platform puts there; ``results`` is the folder where this run's results go.
    Raises OSError where the folder itself cannot be read.
    """
    tree = Tree(root=root)
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
            tree.misfits.append(misfit(path, f"This folder cannot be read: {error.strerror}.", files=0))
            continue
        if parts and path == results:
            tree.aside.append(misfit(path, "The results of this batch go there.", files=_files_below(path)))
            continue
        if parts and any(entry.name == _RESULTS for entry in entries):
            reason = f"This folder holds {_RESULTS}, the results of a batch; it is passed over."
            tree.misfits.append(misfit(path, reason, files=_files_below(path)))
            continue
        below = _sorted_out(tree, parts, entries, side)
        if len(parts) >= _DEEPEST and below:
            reason = f"What lies deeper than {_DEEPEST} folders is not looked for; move it up."
            tree.misfits.append(misfit(path, reason, files=sum(_files_below(path / name) for name in below)))
        else:
            waiting.extend((*parts, name) for name in reversed(below))
    return tree


def _sorted_out(tree: Tree, parts: tuple[str, ...], entries: list[os.DirEntry[str]], side: frozenset[str]) -> list[str]:
    """Notes a folder's files in the tree; returns the names of the folders in it."""
    tree.folders[parts] = None
    below = []
    for entry in entries:
        file = File(path=Path(entry.path), parts=(*parts, entry.name))
        try:
            is_folder = entry.is_dir(follow_symlinks=False)
        except OSError:
            is_folder = False
        if entry.name in side:
            tree.aside.append(misfit(file.path, _PLATFORM, files=_files_below(file.path) if is_folder else 1))
        elif not is_folder and entry.name.startswith(".") and is_source(entry.name) and entry.name[1:2] != "_":
            tree.hidden.append(file)
        elif passed_over(entry.name):
            tree.aside.append(misfit(file.path, _LEFT, files=_files_below(file.path) if is_folder else 1))
        elif is_folder:
            below.append(entry.name)
        elif is_source(entry.name):
            tree.files.append(file)
        elif len(tree.others) < _MOST_OTHERS:
            tree.others.append(file)
        else:
            tree.beyond[parts] += 1
    return below


def _files_below(folder: Path) -> int:
    """How many files lie below a folder, links to folders among them."""
    return sum(
        len(names) + sum((Path(at) / name).is_symlink() for name in below) for at, below, names in os.walk(folder)
    )


def passed_over(name: str) -> bool:
    """Says whether a file or folder is never a submission: hidden, or left there by a program."""
    return name.startswith(".") or name.lower() in _BESIDE


def is_source(name: str) -> bool:
    """Says whether a file's name ends as a submission's does."""
    return Path(name).suffix.lower() in SOURCES


def bare_names(name: str) -> Iterator[str]:
    """Yields what a file's name may be without its endings: all of it, without all of them, without the last."""
    name = name.lstrip(".")
    within = _WITHIN.search(name)
    yield from dict.fromkeys(
        found
        for found in (name[: within.start()] if within else "", name, _ENDINGS.sub("", name), Path(name).stem)
        if found
    )


def doubled(name: str) -> str:
    """Returns the name that a source has without the ending behind its own (``.py.txt``); "" for any other."""
    within = _WITHIN.search(name)
    return name[: within.end(1)] if within else ""


def why_no_source(file: File, called: str) -> str:
    """Returns why a file is no source, and what should be handed in: ``called`` so, without an ending, "" unknown."""
    name, suffix = file.path.name, file.path.suffix.lower()
    if file.path.is_symlink() and file.path.is_dir():
        return "It is a link to a folder, which is not followed; put the folder itself there."
    asked = f"ask for {called}.py or {called}.ipynb" if called else "ask for one of these"
    if within := _WITHIN.search(name):
        ending = within[1].lower()
        kind = "notebook" if ending == ".ipynb" else "Python file"
        said = f"{called}{ending}" if called else name[: within.end(1)]
        return f"Its name ends in '{within[0]}', so it is no {kind}; rename it to {said}."
    if name.startswith(".") and is_source(name):
        said = called + suffix if called else name.lstrip(".")
        return f"Its name begins with a dot, which hides it; rename it to {said}."
    if suffix in _ARCHIVES:
        said = f"{called}.py" if called else "the file"
        return f"It is an archive that is not opened; ask for {said} itself, or a .zip."
    if suffix in _COMPILED:
        return f"It is compiled, and no source; ask for {f'{called}.py' if called else 'the .py file'}."
    if not suffix:
        said = called or name
        return f"Its name has no ending; rename it to {said}.py if it is Python, {said}.ipynb if it is a notebook."
    return f"It is no .py file, notebook or .zip; {asked}."
