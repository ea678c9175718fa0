"""The results file of batches: JSON lines, each on the disk before the next submission counts as graded.

A run can be killed while it writes: the part of a line that it leaves is never read, and cut off before more is
written. Lines are only ever added; what was graded once stays where it is.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, Self

import msgspec

from grader.batch.nouns import Begun, Finished, Graded, Line, Listed
from grader.sandbox.file_lock import locked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grader.model.report import Report

__all__ = ["Mark", "Results", "ResultsError", "begun", "latest", "lines", "listed", "marks", "unfinished"]

_CHUNK: Final = 1 << 16

_decoder: Final = msgspec.json.Decoder(Line)


class ResultsError(Exception):
    """A results file cannot be read, written or had for oneself: says which, the line and why."""


def lines(path: Path, *, only: bytes = b"") -> Iterator[Line]:
    """Yields the whole lines of a results file, oldest first; none where there is no file. Raises ResultsError.

    Those that do not start with ``only`` are left out unread.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return
    except OSError as error:
        raise ResultsError(f"{path} cannot be read: {error.strerror}") from None
    with file:
        for number, text in enumerate(file, 1):
            if not text.endswith(b"\n"):
                return
            if not text.startswith(only):
                continue
            try:
                yield _decoder.decode(text)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                words = "it is no result that `grade batch` wrote; move the file away, or name another folder"
                raise ResultsError(f"{path}:{number}: {words}") from None


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a graded submission without its report: its bytes, its exercise's content, whether it counts.

    It is ``settled`` unless something is pending or we were at fault.
    """

    sha256: str
    digest: str
    settled: bool


def unfinished(path: Path) -> Begun | None:
    """Returns the beginning of the last batch, where that has no end. Raises ResultsError."""
    begun = None
    for line in lines(path):
        if isinstance(line, Begun):
            begun = line
        elif isinstance(line, Finished):
            begun = None
    return begun


def begun(path: Path) -> Begun | None:
    """Returns the beginning of the last batch, finished or not. Raises ResultsError."""
    found = None
    for line in lines(path, only=b'{"line":"begun"'):
        found = line if isinstance(line, Begun) else found
    return found


def listed(path: Path) -> Listed | None:
    """Returns what the last run found besides submissions; None where it does not say. Raises ResultsError."""
    found = None
    for line in lines(path, only=b'{"line":"listed"'):
        found = line if isinstance(line, Listed) else found
    return found


def marks(path: Path, batch: str = "") -> dict[tuple[str, str], Mark]:
    """Returns the latest mark of each submission, of one batch or of all. Raises ResultsError."""
    found = {}
    for line in lines(path):
        if isinstance(line, Graded) and batch in ("", line.batch):
            mark = Mark(
                sha256=line.submission.sha256,
                digest=line.report.exercise_digest,
                settled=_is_settled(line.report),
            )
            found[line.submission.key] = mark
    return found


def latest(path: Path) -> Iterator[Graded]:
    """Yields the result that counts of each submission, in the order of the file, one at a time.

    That is the last one, save that for the same bytes nothing unsettled, a fault of ours say, takes the place of a
    mark. Raises ResultsError.
    """
    counts: dict[tuple[str, str], int] = {}
    settled: dict[tuple[str, str], str] = {}
    for number, line in enumerate(lines(path)):
        if not isinstance(line, Graded):
            continue
        key, sha256 = line.submission.key, line.submission.sha256
        if _is_settled(line.report):
            settled[key] = sha256
        elif settled.get(key) == sha256:
            continue
        else:
            settled.pop(key, None)
        counts[key] = number
    wanted = set(counts.values())
    for number, line in enumerate(lines(path)):
        if number in wanted and isinstance(line, Graded):
            yield line


def _is_settled(report: Report) -> bool:
    """Whether it marks everything: nothing is pending, and nothing is our fault."""
    return report.status in ("passed", "failed") and not report.pending_score


class Results:
    """A results file opened to be added to, by one process at a time. Raises ResultsError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        except OSError as error:
            raise ResultsError(f"{path} cannot be written: {error.strerror}") from None
        if not locked(self._fd):
            os.close(self._fd)
            raise ResultsError(f"{path} is being written by another `grade batch`; wait for it, or name another folder")
        os.ftruncate(self._fd, _whole(self._fd))
        os.lseek(self._fd, 0, os.SEEK_END)

    def add(self, line: Line) -> None:
        """Adds a line; returns once it is on the disk. Raises ResultsError."""
        text = msgspec.json.encode(line) + b"\n"
        try:
            while text:
                text = text[os.write(self._fd, text) :]
            os.fsync(self._fd)
        except OSError as error:
            raise ResultsError(f"{self.path} cannot be written: {error.strerror}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._fd)


def _whole(fd: int) -> int:
    """Where the last whole line of a file ends, in bytes."""
    end = os.lseek(fd, 0, os.SEEK_END)
    while end > 0:
        start = max(0, end - _CHUNK)
        os.lseek(fd, start, os.SEEK_SET)
        found = os.read(fd, end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0
