"""How much memory a worker and all it started hold, looked at from outside while the grader waits."""

from __future__ import annotations

from typing import Final

__all__ = ["Footprint"]

_TREE_EVERY: Final = 10  # looks; finding a process's children means reading the whole process table


class Footprint:
    """Holds one worker against ``most`` bytes; ``exceeded`` stays true once it was true."""

    def __init__(self, most: int) -> None:
        import psutil

        self._psutil = psutil
        self._most = most
        self._looks = 0
        self.exceeded = False

    def measure(self, pid: int) -> bool:
        """Whether the process holds more; now and then those below it are counted, too."""
        psutil = self._psutil
        self._looks += 1
        try:
            process = psutil.Process(pid)
            held = process.memory_info().rss
            if self._looks % _TREE_EVERY == 0:
                held += sum(child.memory_info().rss for child in process.children(recursive=True))
        except psutil.Error:
            return self.exceeded
        self.exceeded = self.exceeded or held > self._most
        return self.exceeded
