"""What a student hands in, a file, a notebook or an archive of one of them, becomes one source file.

Only the bytes of a regular small file are taken, and nothing is run, imported or unpacked to disk. Bytes that are no
Python (empty, binary, in an unknown encoding) are taken, too: the worker says what is wrong with them.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import tokenize
from pathlib import Path

from grader.course.archives import member_of
from grader.course.course import means
from grader.course.errors import SubmissionError
from grader.course.kinds import mistaken
from grader.course.notebooks import MAX_CODE, source_of
from grader.model.exercise import Exercise, Source

__all__ = ["attempted", "raw_bytes", "read_submission"]

_MAX_OUTPUTS = 16 << 20
"""Bytes of a notebook, whose outputs are left where they are, or of an archive, which may hold one."""
_LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)


def read_submission(path: Path, exercise: Exercise) -> Source:
    """Returns the Python source of a ``.py`` file, a notebook, or a ``.zip`` that holds one. Raises SubmissionError."""
    name = _clean(path.name)
    data = raw_bytes(path)
    if _is_archive(path):
        name, data = member_of(data, name, _names(exercise), _most)
        name = _clean(name)
    if name.lower().endswith(".ipynb"):
        return source_of(data, name, mine=lambda word: means(word, exercise.folder))
    if wrong := mistaken(data, name):
        raise SubmissionError(wrong, usage=False)
    return Source(name=name, data=data)


def raw_bytes(path: Path) -> bytes:
    """Returns the bytes of what was handed in as they lie there, packed or not. Raises SubmissionError."""
    return _regular(path, _clean(path.name), _most(path.name))


def attempted(source: Source, exercise: Exercise) -> bool:
    """Says whether a submission differs from the starter by more than comments, blanks and line endings."""
    return _tokens(source.data) != _tokens(exercise.starter.data)


def _is_archive(path: Path) -> bool:
    return path.suffix.lower() == ".zip"


def _most(name: str) -> int:
    """How many bytes a file of this name may have."""
    return _MAX_OUTPUTS if name.lower().endswith((".ipynb", ".zip")) else MAX_CODE


def _names(exercise: Exercise) -> tuple[str, ...]:
    """Returns what a student's file may be called, without its ending, where an archive holds several."""
    folder = f"{exercise.number:02d}_{exercise.slug}"
    return (f"exercise{exercise.number}", f"exercise{exercise.number:02d}", folder, exercise.slug)


def _clean(name: str) -> str:
    """Returns a name that can be printed anywhere."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)[:200]


def _regular(path: Path, name: str, cap: int) -> bytes:
    """Returns a regular file's bytes. Raises SubmissionError where it is none or has more than ``cap``."""
    # A FIFO without a writer would block for ever, and a terminal would become ours.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    try:
        _must_be_regular(path.stat().st_mode, name)
        if path.is_symlink():
            path = _target(path, name)
            flags |= getattr(os, "O_NOFOLLOW", 0)
        with open(path, "rb", opener=lambda name, _: os.open(name, flags)) as file:
            _must_be_regular(os.fstat(file.fileno()).st_mode, name)
            data = file.read(cap + 1)
    except (OSError, ValueError) as error:
        raise SubmissionError(_unreadable(path, name, error), usage=True) from error
    if len(data) > cap:
        what = "pack the one file that you want graded, without data, outputs or an environment of packages"
        what = what if _is_archive(path) else "hand in the source only, without data or outputs"
        message = f"{name} is larger than {cap >> 20} MiB; {what}."
        raise SubmissionError(message, usage=False)
    return data


def _must_be_regular(mode: int, name: str) -> None:
    """Raises SubmissionError where the mode is that of a folder, a pipe, a device and the like."""
    if stat.S_ISDIR(mode):
        raise SubmissionError(_FOLDER.format(name=name), usage=True)
    if not stat.S_ISREG(mode):
        raise SubmissionError(f"{name} is no regular file; hand in a .py file or a notebook.", usage=True)


def _target(link: Path, name: str) -> Path:
    """Returns what a link in the submitted folder leads to. Raises SubmissionError where that lies outside of it.

    A link is read with the rights of whoever grades, and may lead to a solution, or to a file that holds secrets.
    """
    target = link.resolve()
    if link.parent.resolve() not in target.parents:
        raise SubmissionError(f"{name} is a symbolic link that leads out of its folder; hand in the file.", usage=True)
    return target


_FOLDER = "{name} is a folder; name the file in it that you want graded."


def _unreadable(path: Path, name: str, error: OSError | ValueError) -> str:
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return f"There is no file {_clean(str(path))}; check its name and the folder you are in."
    if isinstance(error, PermissionError):
        if path.is_dir():
            return _FOLDER.format(name=name)
        return f"{name} cannot be read: its permissions forbid it."
    if isinstance(error, IsADirectoryError):
        return _FOLDER.format(name=name)
    if number == errno.ELOOP:
        return f"{name} is a symbolic link that leads back to itself."
    if number == errno.ENXIO:
        return f"{name} is no regular file; hand in a .py file or a notebook."
    if number == errno.ENAMETOOLONG or isinstance(error, ValueError):
        return "This cannot be the name of a file; check what follows the exercise in your command."
    return f"{name} cannot be read: {os.strerror(number) if number else error}."


def _tokens(data: bytes) -> list[str]:
    """Returns the words of a source; where it is no Python, what stands between blanks."""
    try:
        found = [(token.type, token.string) for token in tokenize.tokenize(io.BytesIO(data).readline)]
    except (tokenize.TokenError, SyntaxError, ValueError, LookupError):  # the last of codecs that are not of text
        return data.decode("utf-8", "replace").split()
    # The depth of a block counts, how many blanks make it does not.
    marks = {tokenize.INDENT: "\n in", tokenize.DEDENT: "\n out", tokenize.NEWLINE: "\n"}
    kept = (marks.get(kind, "" if kind in _LAYOUT else text) for kind, text in found)
    return [word for word in kept if word]
