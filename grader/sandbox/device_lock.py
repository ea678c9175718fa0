"""One timing job a device at a time, over all processes: the kernel unlocks a file when whoever locked it dies.

The file lies where every user may write, so it may be anybody's: it is opened without following links or waiting, and
never trusted beyond being locked or not. A system that protects such folders (``fs.protected_regular``) lets nobody
open another user's file there as one to be created; hence first as one that exists, for reading alone if need be,
which is enough to lock it. Who holds the lock removes the file when done; who was killed leaves it, unlocked.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import time
from pathlib import Path
from typing import Final, Self

from grader.model.check import DeviceBusyError
from grader.sandbox.file_lock import locked

__all__ = ["DeviceBusyError", "DeviceLock"]

_SHARED: Final = ("/tmp",)  # noqa: S108 - every user must come to the same file, whatever TMPDIR says
_PAUSE: Final = 0.05
_MOST_TURNS: Final = 10
_LONGEST_OWNER: Final = 9  # digits
_FLAGS: Final = ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_BINARY")
_OPENING: Final = sum(getattr(os, name, 0) for name in _FLAGS)


class DeviceLock:
    """The right to time on a device; as a context, it is waited for while others take turns at it.

    Raises DeviceBusyError, which says who held it, where one owner kept it for ``timeout`` seconds, or all of them for
    ten times as long.
    """

    def __init__(self, device: str, *, timeout: float, folder: Path | None = None) -> None:
        self._device = device
        self._timeout = timeout
        self._path = (folder or _shared_folder()) / f"jitgrade-{device}.lock"
        self._held: int | None = None
        self._obstacle = ""
        self._turn: tuple[int, int] | None = None

    def __enter__(self) -> Self:
        began = since = time.monotonic()
        turn = None
        while not self._taken():
            now = time.monotonic()
            if self._turn != turn:
                since, turn = now, self._turn
            if now - since >= self._timeout:
                raise DeviceBusyError(self._obstacle + (f" for {self._timeout:.0f} s" if self._timeout >= 1 else ""))
            if now - began >= _MOST_TURNS * self._timeout:
                raise DeviceBusyError(
                    f"others kept the {self._device} busy, one after another, for {now - began:.0f} s"
                )
            time.sleep(_PAUSE)
        return self

    def __exit__(self, *_: object) -> None:
        """Lets the next one in."""
        fd, self._held = self._held, None
        if fd is None:
            return
        with contextlib.suppress(OSError):  # another user's, which only they may remove; Windows keeps what is open
            if _is_at(fd, self._path):
                self._path.unlink()
        os.close(fd)

    def _taken(self) -> bool:
        """Whether the lock is ours now; else notes what stands in the way."""
        try:
            fd = self._opened()
        except OSError as error:
            self._obstacle = f"{self._path} could not be opened ({error.strerror})"
            return False
        try:
            found = os.fstat(fd)
            self._turn = found.st_ino, found.st_mtime_ns  # each owner makes the file, or writes in it
            if not stat.S_ISREG(found.st_mode):
                self._obstacle = f"{self._path} was no file to lock"
                return False
            if not locked(fd):
                self._obstacle = f"{_owner(fd)} kept the {self._device} busy"
                return False
            if not _is_at(fd, self._path):  # its owner removed it meanwhile, and the next one will make another
                self._obstacle = f"the {self._device} was busy"
                return False
            with contextlib.suppress(OSError):  # opened for reading alone, say
                os.truncate(fd, 0)
                os.write(fd, str(os.getpid()).encode())
            self._held, fd = fd, -1
            return True
        finally:
            if fd >= 0:
                os.close(fd)

    def _opened(self) -> int:
        """The file, made where there is none. Raises OSError."""
        try:
            return os.open(self._path, os.O_RDWR | _OPENING)
        except FileNotFoundError:
            fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _OPENING, 0o644)
            with contextlib.suppress(AttributeError, OSError):  # Windows has none
                os.fchmod(fd, 0o644)  # whatever umask made of it
            return fd
        except PermissionError:
            return os.open(self._path, os.O_RDONLY | _OPENING)


def _shared_folder() -> Path:
    """The folder for temporary files that all users share."""
    return Path(next((folder for folder in _SHARED if os.access(folder, os.W_OK)), tempfile.gettempdir()))


def _is_at(fd: int, path: Path) -> bool:
    """Whether an open file is the one that is found there now."""
    try:
        found = path.lstat()
    except OSError:
        return False
    return os.path.samestat(os.fstat(fd), found)


def _owner(fd: int) -> str:
    """Who holds the lock of a file, as far as the file tells: who may not write in it leaves an earlier one's name."""
    import psutil

    text = ""
    with contextlib.suppress(OSError):
        os.lseek(fd, 0, os.SEEK_SET)
        text = os.read(fd, _LONGEST_OWNER + 1).decode("ascii", "replace")
    known = text.isdecimal() and len(text) <= _LONGEST_OWNER and psutil.pid_exists(int(text))
    return f"process {text}" if known else "another process"
