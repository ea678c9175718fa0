"""How much memory a worker and all it started hold, and how many threads, looked at while the grader waits."""

from __future__ import annotations

import os
from typing import Final

__all__ = ["Footprint"]

_TREE_EVERY: Final = 10  # looks; finding a process's children means reading the whole process table
_THREADS: Final = 256
_THREADS_A_CORE: Final = 32  # jax's pools grow with the cores


class Footprint:
    """Holds one worker against ``most`` bytes; ``exceeded`` stays true once it was true.

    ``crowded`` says in words that it started too many threads, which not every system can limit for one process.
    """

    def __init__(self, most: int) -> None:
        import psutil

        self._psutil = psutil
        self._most = most
        self._looks = 0
        self.exceeded = False
        self.crowded = ""

    def measure(self, pid: int) -> bool:
        """Whether the process holds or runs more; now and then those below it are counted, too."""
        psutil = self._psutil
        self._looks += 1
        try:
            process = psutil.Process(pid)
            held = process.memory_info().rss
            most = _THREADS + _THREADS_A_CORE * (os.cpu_count() or 1)
            if process.num_threads() > most:
                self.crowded = f"more than {most} threads"
            if self._looks % _TREE_EVERY == 0:
                held += sum(child.memory_info().rss for child in process.children(recursive=True))
        except psutil.Error:
            return self.exceeded or bool(self.crowded)
        self.exceeded = self.exceeded or held > self._most
        return self.exceeded or bool(self.crowded)
