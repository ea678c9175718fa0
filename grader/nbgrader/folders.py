"""The folder of ``autograded`` for one submission: made beside its place, then put there as a whole.

Files there can only be read, so nothing in it is changed: the folder is replaced. A run can be killed at any moment:
what it left beside the place is taken away by the next, and until the new folder is there, nbgrader sees the old one or
none. Files of students are copied only where they are files: a link may lead to what they must not see.
"""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from grader.batch.whole import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from grader.nbgrader.classroom import Classroom

__all__ = ["build", "fresh", "put"]

_WRITABLE = 0o600


def fresh(destination: Path, notebooks: Mapping[str, bytes]) -> frozenset[str]:
    """Returns the names of the notebooks whose bytes differ from those that lie there."""
    return frozenset(name for name, content in notebooks.items() if _bytes(destination / f"{name}.ipynb") != content)


def build(
    classroom: Classroom, assignment: str, handed_in: Path, destination: Path, notebooks: Mapping[str, bytes]
) -> Path:
    """Makes the new folder beside its place, and returns it: notebooks, the student's files, those of the source.

    The instructor's files come last: what a student changed in them does not count. Raises OutputError.
    """
    part = _beside(destination, "part")
    try:
        for left in (part, _beside(destination, "old")):
            _remove(left)
        part.mkdir(parents=True)
        for relative, path in _files(handed_in, classroom):
            _copy(path, part / relative)
        source = classroom.source(assignment)
        for relative, path in _files(source, classroom):
            if relative.as_posix() not in classroom.not_overwritten(assignment):
                _copy(path, part / relative)
        for name, content in notebooks.items():
            path = part / f"{name}.ipynb"
            _remove(path)
            path.write_bytes(content)
        _protect(part, classroom)
    except OSError as error:
        raise OutputError(f"{destination} cannot be written: {error.strerror or error}") from None
    return part


def put(part: Path, destination: Path) -> None:
    """Puts a folder that was built into its place. Raises OutputError."""
    old = _beside(destination, "old")
    try:
        if os.path.lexists(destination):
            destination.rename(old)
        part.rename(destination)
        _remove(old)
    except OSError as error:
        raise OutputError(f"{destination} cannot be replaced: {error.strerror or error}") from None


def _beside(destination: Path, what: str) -> Path:
    """A name beside a folder that no pattern of nbgrader's matches."""
    return destination.with_name(f".{destination.name}.{what}")


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _files(folder: Path, classroom: Classroom) -> Iterator[tuple[Path, Path]]:
    """The files below a folder that nbgrader would copy, by their place in it; no links, pipes and the like."""
    for name, below, names in os.walk(folder):
        place = Path(name)
        below[:] = [one for one in below if not classroom.ignores(one)]
        for one in names:
            path = place / one
            if not classroom.ignores(one) and path.suffix != ".ipynb" and _is_file(path):
                yield path.relative_to(folder), path


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _copy(path: Path, to: Path) -> None:
    """Copies a file's bytes, in the place of whatever is there; nothing where it cannot be read.

    It may have become something else since we looked.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        source = open(path, "rb", opener=lambda name, _: os.open(name, flags))  # noqa: SIM115 - it is closed below
    except OSError:
        return
    with source:
        if stat.S_ISREG(os.fstat(source.fileno()).st_mode):
            _clear(to)
            with to.open("wb") as target:
                shutil.copyfileobj(source, target)


def _clear(path: Path) -> None:
    """Makes room for a file: a student may have called a folder so, or a file as one of its folders."""
    _remove(path)
    for parent in reversed(path.parents):
        if parent.is_file():
            parent.unlink()
    path.parent.mkdir(parents=True, exist_ok=True)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        if os.name == "nt":  # there, what cannot be written cannot be removed
            for one in _below(path):
                one.chmod(_WRITABLE)
        shutil.rmtree(path)
    elif os.path.lexists(path):
        path.unlink()


def _below(folder: Path) -> Iterable[Path]:
    return (Path(name) / one for name, _, names in os.walk(folder) for one in names)


def _protect(folder: Path, classroom: Classroom) -> None:
    """Gives what was made the permissions that nbgrader would."""
    for name, _, names in os.walk(folder):
        for one in names:
            (Path(name) / one).chmod(classroom.permissions)
        if classroom.shared:
            Path(name).chmod((Path(name).stat().st_mode | 0o2770) & 0o2777)
