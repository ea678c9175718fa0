"""The most memory that this process and all below it hold together, looked at many times a second (Linux)."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

__all__ = ["Peak"]

_EVERY: Final = 0.02  # seconds
_PROC: Final = Path("/proc")


class Peak:
    """As a context, measures until it ends; ``bytes`` is then the most, 0 where that cannot be told.

    Memory that several processes share counts once, as it does for a container.
    """

    def __init__(self) -> None:
        self.bytes = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        import psutil

        own = psutil.Process()
        while not self._ended.wait(_EVERY):
            with suppress(psutil.Error):  # one that ended while it was looked at
                below = [child.pid for child in own.children(recursive=True)]
                self.bytes = max(self.bytes, sum(map(_held, [own.pid, *below])))


def _held(pid: int) -> int:
    """The bytes of a process: with its share of what is shared, or without any of that where we may not know it."""
    try:
        for line in (_PROC / str(pid) / "smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    except OSError:
        pass
    try:
        _, resident, shared = map(int, (_PROC / str(pid) / "statm").read_text(encoding="ascii").split()[:3])
    except (OSError, ValueError):  # it has ended
        return 0
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE")
