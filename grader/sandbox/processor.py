"""The kernel's clock of another process: how long its threads have run, by whoever's wish."""

from __future__ import annotations

import sys
import time

__all__ = ["processor_seconds"]

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
