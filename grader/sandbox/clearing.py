"""Kills processes below this one and collects what is left of them (Linux), until none is left."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    Ended = Callable[[int, int, float, int], None]

__all__ = ["adopt_orphans", "children", "clear", "reap"]

_LONGEST: Final = 5.0
_PAUSE: Final = 0.001
_PR_SET_CHILD_SUBREAPER: Final = 36


def adopt_orphans() -> None:
    """Makes this process the one that orphans below it fall to: `clear` finds them, whatever session they made."""
    with contextlib.suppress(AttributeError):  # another C library than those we know
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def clear(spared: set[int], ended: Ended) -> None:
    """Kills all processes below this one but the spared children and what is below them.

    Orphans count as children, since this process reaps them. Killing is repeated until nothing is left, for a process
    may start another while its own kill is on the way; it is given up after some seconds, which only processes that
    the kernel itself holds can reach.
    """
    give_up = time.monotonic() + _LONGEST
    while True:
        reap(ended)
        doomed = _below(os.getpid(), spared)
        if not doomed or time.monotonic() > give_up:
            return
        for pid in doomed:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_PAUSE)


def reap(ended: Ended) -> None:
    """Collects children that ended and tells each: pid, exit status (negative: signal), CPU seconds, peak bytes."""
    while True:
        try:
            pid, status, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            return
        code = os.waitstatus_to_exitcode(status)
        ended(pid, code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def children() -> set[int]:
    """The processes that have this one as their parent."""
    return set(_families().get(os.getpid(), ()))


def _below(root: int, spared: set[int]) -> list[int]:
    """All processes below ``root``, without the spared ones and those below them."""
    families = _families()
    found: list[int] = []
    waiting = [pid for pid in families.get(root, ()) if pid not in spared]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        waiting.extend(families.get(pid, ()))
    return found


def _families() -> dict[int, list[int]]:
    """All processes by their parent."""
    found: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):  # noqa: PTH208 - pathlib would build an object for each process
        if name.isdigit():
            with contextlib.suppress(OSError):
                found.setdefault(_parent(name), []).append(int(name))
    return found


def _parent(pid: str) -> int:
    """The parent of a process; a name with spaces or brackets does not confuse it."""
    with open(f"/proc/{pid}/stat", "rb") as stat:  # noqa: PTH123 - as above
        return int(stat.read().rpartition(b")")[2].split()[1])
