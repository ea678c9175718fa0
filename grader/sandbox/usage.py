"""What a worker uses, looked at from outside while it works: memory, threads, its folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model.answers import Ended
from grader.sandbox.memory import Footprint
from grader.sandbox.stored import Stored

if TYPE_CHECKING:
    from grader.model.exercise import Limits

__all__ = ["Usage"]


class Usage:
    """Holds one worker against its limits; what was once too much stays so. ``folder`` empty: not looked at."""

    def __init__(self, limits: Limits, folder: str) -> None:
        self._most = limits.memory
        self._footprint = Footprint(limits.memory)
        self._stored = Stored(folder)

    def measure(self, pid: int) -> bool:
        """Whether the process uses too much."""
        return self._footprint.measure(pid) or self._stored.measure()

    @property
    def excess(self) -> Ended | None:
        """What it used too much of, if anything."""
        if self._footprint.crowded:
            return Ended(reason="threads", detail=self._footprint.crowded)
        if self._footprint.exceeded:
            return Ended(reason="memory", detail=f"more than {self._most >> 20} MiB")
        if self._stored.exceeded:
            return Ended(reason="disk", detail=self._stored.exceeded)
        return None
