"""Who there is on a cluster to grade, looked at now and then: workers come, and go."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["LOOK", "PATIENCE", "Crew"]

LOOK: Final = 10.0
"""Seconds between two looks."""
PATIENCE: Final = 60.0
"""Seconds without anybody after which one counts on nobody: a worker that died takes some to start again."""
_AHEAD: Final = 2  # tasks a thread: one at work and one waiting


class Crew:
    """The workers that ``workers`` tells of, as dask describes them; those with a resource, if one is named.

    Of a worker with a resource one thread counts.
    """

    def __init__(
        self,
        workers: Callable[[], Sequence[Mapping[str, Any]]],
        resource: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._workers = workers
        self._resource = resource
        self._clock = clock
        self._looked = float("-inf")
        self._seen = clock()
        self._threads = 0
        self.look()

    @property
    def absent(self) -> bool:
        """Whether there is nobody at present."""
        return not self._threads

    @property
    def lost(self) -> bool:
        """Whether there has not been anybody for a while."""
        return self.absent and self._clock() - self._seen > PATIENCE

    @property
    def room(self) -> int:
        """How many tasks keep everybody at work; some wait even for nobody, so that a cluster that adapts grows."""
        return _AHEAD * max(self._threads, 1)

    def look(self) -> None:
        """Looks again, where the last look is long ago."""
        now = self._clock()
        if now - self._looked < LOOK:
            return
        self._looked = now
        found = self._workers()
        if self._resource:
            self._threads = sum(worker["resources"].get(self._resource, 0) >= 1 for worker in found)
        else:
            self._threads = sum(worker["nthreads"] for worker in found)
        if self._threads:
            self._seen = now
