"""Locks an open file as the system does: for one process at a time, and only while that lives."""

from __future__ import annotations

import os
import sys

__all__ = ["locked"]

if sys.platform == "win32":
    import msvcrt

    def locked(fd: int) -> bool:
        """Locks a byte far beyond a file's end, since readers see the rest, where nobody else has."""
        os.lseek(fd, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        os.lseek(fd, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def locked(fd: int) -> bool:
        """Locks an open file where nobody else has; its closing, or the death of whoever has it, unlocks it."""
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
