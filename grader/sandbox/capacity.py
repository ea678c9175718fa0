"""How many submissions are graded side by side here: by the cores and the memory that this process may use."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

__all__ = ["cores", "jobs", "memory"]

_CGROUP: Final = Path("/sys/fs/cgroup")
_A_JOB: Final = 1 << 30
"""Bytes that grading one submission holds at most, where it does not use its limits up: a fork server, four workers."""


def jobs() -> int:
    """Returns how many submissions to grade at a time: one a core, and no more than memory has room for."""
    return max(1, min(cores(), memory() // _A_JOB))


def cores(root: Path = _CGROUP) -> int:
    """Returns the cores that this process may use: those it is kept to, or the time that a container gets of them."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota, _, period = _text(root / "cpu.max").partition(" ")
    if quota.isdecimal() and period.isdecimal() and int(period):
        found = min(found, int(quota) // int(period))
    return max(1, found)


def memory(root: Path = _CGROUP) -> int:
    """Returns the bytes of memory that are free here, in the machine and in the container."""
    import psutil

    free = int(psutil.virtual_memory().available)
    most, used = _text(root / "memory.max"), _text(root / "memory.current")
    if most.isdecimal() and used.isdecimal():
        free = min(free, max(0, int(most) - int(used)))
    return free


def _text(path: Path) -> str:
    """The one line of a file; nothing where there is none."""
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
