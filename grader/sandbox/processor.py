"""What the kernel counts of another process: how long it has run, and how long it could have but had to wait."""

from __future__ import annotations

import sys
import time

__all__ = ["processor_seconds", "waiting_seconds"]

_PROCESS_CLOCK = 2  # CPUCLOCK_SCHED of linux/posix-timers.h: the whole process, all its threads


def processor_seconds(pid: int | None) -> float | None:
    """How long a process has run on a processor, in seconds; None where the system does not tell (Linux does).

    The clock is that of ``clock_getcpuclockid(3)``; only the kernel can advance it.
    """
    if pid is None or not sys.platform.startswith("linux"):
        return None
    try:
        return time.clock_gettime((~pid << 3) | _PROCESS_CLOCK)
    except OSError:
        return None


def waiting_seconds(pid: int | None) -> float | None:
    """How long a process's first thread has waited for a processor while it could have run, in seconds.

    None where the system does not tell (Linux does, in ``/proc/PID/schedstat``). Whoever sleeps does not wait.
    """
    if pid is None or not sys.platform.startswith("linux"):
        return None
    try:
        with open(f"/proc/{pid}/schedstat", "rb") as told:  # noqa: PTH123 - read thousands of times
            return int(told.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return None
