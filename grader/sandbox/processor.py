"""What the kernel counts of another process: how long it has run, and how long it could have but had to wait."""

from __future__ import annotations

import os
import sys
import time

__all__ = ["processor_seconds", "waiting_seconds"]

_MOMENT = 2e-3
_PROCESS_CLOCK = 2  # CPUCLOCK_SCHED of linux/posix-timers.h: the whole process, all its threads


def processor_seconds(pid: int | None) -> float | None:
    """How long a process has run on a processor, in seconds; None where the system does not tell (Linux does).

    The clock is that of ``clock_getcpuclockid(3)``; only the kernel can advance it. For another process it does so when
    that one leaves its processor, or at the next tick: hence it is read once the process rests, or after a moment.
    """
    if pid is None or not sys.platform.startswith("linux"):
        return None
    until = time.perf_counter() + _MOMENT
    while _runs(pid) and time.perf_counter() < until:
        os.sched_yield()
    try:
        return time.clock_gettime((~pid << 3) | _PROCESS_CLOCK)
    except OSError:
        return None


def _runs(pid: int) -> bool:
    """Whether a process's first thread is on a processor, or about to be."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as told:  # noqa: PTH123 - read thousands of times
            return told.read().rpartition(b") ")[2][:1] == b"R"
    except OSError:
        return False


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
