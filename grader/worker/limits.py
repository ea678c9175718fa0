"""The limits a worker puts on itself before it sees a student's file; no module is needed that only Linux has."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.sandbox.protocol import Rights

try:
    import resource
except ImportError:  # Windows has no resource limits; the grader's deadline and memory watch remain
    resource = None  # type: ignore[assignment]

__all__ = ["bind_to_parent", "die_with_parent", "limit", "settle"]

_MOST_FILE = 64 << 20
_MOST_DESCRIPTORS = 256
_STACKS = 32 << 20  # jax's thread pools grow with the cores, and the stacks of threads count as data
_TASKS = 256
_TASKS_A_CORE = 16
_PR_SET_PDEATHSIG = 1
_GRACE = 2  # seconds between the signal that says so and the one that cannot be caught


def limit(rights: Rights, *, others: int | None = None) -> None:
    """Sets what the system offers: CPU time, data, file size, no core dump, number of descriptors.

    Processes and threads are limited where ``others`` tells how many the kernel counts to this worker's user already;
    there is room for those to become more. Address space is not limited, since jax reserves much more than it uses.
    """
    if resource is None:
        return
    cpu = max(1, round(rights.cpu))
    wanted = {"RLIMIT_CPU": (cpu, cpu + _GRACE), "RLIMIT_FSIZE": (_MOST_FILE, _MOST_FILE), "RLIMIT_CORE": (0, 0)}
    wanted["RLIMIT_NOFILE"] = (_MOST_DESCRIPTORS, _MOST_DESCRIPTORS)
    if rights.host_only:  # drivers of accelerators reserve far more data than they use
        data = rights.memory + (os.cpu_count() or 1) * _STACKS
        wanted["RLIMIT_DATA"] = (data, data)
    if others is not None:
        cores = os.cpu_count() or 1
        tasks = others + _TASKS + cores * _TASKS_A_CORE + (cores * cores * _TASKS_A_CORE if others else 0)
        wanted["RLIMIT_NPROC"] = (tasks, tasks)
    for name, (soft, hard) in wanted.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        _, most = resource.getrlimit(kind)
        allowed = (soft, hard) if most == resource.RLIM_INFINITY else (min(soft, most), min(hard, most))
        with contextlib.suppress(ValueError, OSError):  # a system that refuses one still has the others
            resource.setrlimit(kind, allowed)


def settle(rights: Rights) -> None:
    """Makes the worker's own folder its working directory, its home and its place for temporary files."""
    os.chdir(rights.scratch)
    for name in ("HOME", "TMPDIR", "TEMP", "TMP", "USERPROFILE"):
        if name in os.environ:
            os.environ[name] = rights.scratch
    if "tempfile" in sys.modules:
        vars(sys.modules["tempfile"])["tempdir"] = None  # forget a place found earlier


def die_with_parent(parent: int) -> None:
    """Has the kernel kill this process when its parent dies (Linux); ends it at once where that already happened."""
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def bind_to_parent(parent: int, scratch: str) -> None:
    """Watches for the parent's death, then removes the worker's folder and ends its process group.

    It needs nothing that only Linux has. Code that never lets another thread run keeps it from its work.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        shutil.rmtree(scratch, ignore_errors=True)
        with contextlib.suppress(OSError):  # another worker's folder is still in it
            Path(scratch).parent.rmdir()
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()
