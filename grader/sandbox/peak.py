"""The most memory that this process and all below it hold together, looked at many times a second (Linux)."""

from __future__ import annotations

import threading
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
        while True:
            self.bytes = max(self.bytes, sum(map(_held, [own.pid, *_below(own, psutil.Error)])))
            if self._ended.wait(_EVERY):
                return


def _below(process: object, gone: type[Exception]) -> list[int]:
    try:
        return [child.pid for child in process.children(recursive=True)]  # type: ignore[attr-defined]
    except gone:
        return []


def _held(pid: int) -> int:
    """The bytes of a process: its share of what is shared, where we may know that."""
    try:
        for line in (_PROC / str(pid) / "smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    except (OSError, ValueError):
        pass
    return 0
