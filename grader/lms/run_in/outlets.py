"""Where a result goes: a file with room kept for it from the start, or standard output, which nothing else gets."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from grader.sandbox.folders import remove

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["FileOutlet", "Outlet", "StreamOutlet"]

_ROOM: Final = 1 << 20
"""Bytes that are kept: more than a result has, and than PrairieLearn takes."""
_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH


class FileOutlet:
    """A file below the platform's root. What lies there is none of ours, and goes at once; so does all it leads to.

    Nobody but this user can put another in its place, as far as the system has users. Raises OSError where no file
    can be made.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._part = path.with_name(f".{path.name}.part")
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):  # another user's folder: as its owner wants it
            path.parent.chmod(path.parent.stat().st_mode & ~_OTHERS)
        self.clear()
        self._fd = self._made()
        with suppress(OSError):  # a full disk: there may be room later
            os.posix_fallocate(self._fd, 0, _ROOM)

    def clear(self) -> None:
        """Takes away whatever lies where the result goes."""
        for path in (self._path, self._part):
            if path.is_dir() and not path.is_symlink():
                remove(path)
            else:
                path.unlink(missing_ok=True)

    def write(self, data: bytes) -> None:
        """Writes the whole result and renames it to its place. Raises OSError where there is no room for it."""
        if not self._is_mine():
            self.clear()
            os.close(self._fd)
            self._fd = self._made()
        written = 0
        while written < len(data):  # over the room that was kept, so that none has to be found
            written += os.pwrite(self._fd, data[written:], written)
        os.ftruncate(self._fd, len(data))
        os.fsync(self._fd)
        if self._path.is_dir() and not self._path.is_symlink():
            remove(self._path)
        self._part.replace(self._path)

    def close(self) -> None:
        """Leaves nothing but a whole result."""
        os.close(self._fd)
        with suppress(OSError):
            self._part.unlink(missing_ok=True)

    def _made(self) -> int:
        fd = os.open(self._part, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        os.fchmod(fd, 0o644)  # the platform reads it as whoever it is
        return fd

    def _is_mine(self) -> bool:
        """Whether the file beside the result's place is still the one that was made."""
        with suppress(OSError):
            return os.path.samestat(os.fstat(self._fd), self._part.lstat())
        return False


class StreamOutlet:
    """Standard output. From now on, whatever else would be written there goes to standard error."""

    def __init__(self) -> None:
        sys.stdout.flush()
        self._fd = os.dup(1)
        os.dup2(2, 1)

    def clear(self) -> None:
        """Does nothing: what was written is gone."""

    def write(self, data: bytes) -> None:
        """Writes the whole result. Raises OSError where nobody takes it."""
        written = 0
        while written < len(data):
            written += os.write(self._fd, data[written:])

    def close(self) -> None:
        """Gives standard output back."""
        os.dup2(self._fd, 1)
        os.close(self._fd)


Outlet = FileOutlet | StreamOutlet
