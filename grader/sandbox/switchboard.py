"""The one place where the grader waits: for answers, for output, for processes to end, for all workers at once.

No threads: whatever is waited for, everybody's output is drained, so that no worker stands still because nobody reads
what it prints, and workers that load side by side are all timed right.
"""

from __future__ import annotations

import selectors
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Readable(Protocol):
        """Anything with a descriptor that the system can wait for."""

        def fileno(self) -> int:
            """The descriptor."""


__all__ = ["Overtaken", "Switchboard"]

_TICK: Final = 0.05


class Overtaken(BaseException):
    """What is waited for is to no use any more. No Exception, so that no check takes it for one of its own."""


class Switchboard:
    """Calls back when something can be read or written, and each watcher every 50 ms while it waits."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._watchers: list[Callable[[], None]] = []
        self._next_tick = 0.0
        self._overtaken: Callable[[], bool] | None = None
        self._next_look = 0.0

    def listen(self, readable: Readable, call: Callable[[], None]) -> None:
        """Has ``call`` called whenever there is something to read."""
        self._selector.register(readable, selectors.EVENT_READ, call)

    def write_too(self, readable: Readable, call: Callable[[], None], *, on: bool) -> None:
        """Has ``call`` called when there is room to write, as well."""
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if on else 0)
        self._selector.modify(readable, events, call)

    def forget(self, readable: Readable) -> None:
        """Listens no more; what is not listened to is no mistake."""
        try:
            self._selector.unregister(readable)
        except (KeyError, ValueError):
            return

    def watch(self, call: Callable[[], None]) -> None:
        """Has ``call`` called every 50 ms of waiting."""
        self._watchers.append(call)

    def unwatch(self, call: Callable[[], None]) -> None:
        """Calls it no more."""
        if call in self._watchers:
            self._watchers.remove(call)

    def stop_when(self, overtaken: Callable[[], bool] | None) -> None:
        """Has waiting raise Overtaken, once, when that is so; it is asked every 50 ms, between short waits as well."""
        self._overtaken = overtaken

    def wait(self, done: Callable[[], bool], seconds: float) -> None:
        """Waits until it is done, for so many seconds at most. Raises Overtaken where `stop_when` asks for that."""
        now = time.perf_counter()
        self._look(now)
        until = now + seconds
        self._next_tick = now + _TICK
        while not done():
            pause = min(until, self._next_tick) - now
            for key, _ in self._selector.select(max(pause, 0.0)):
                key.data()
            now = time.perf_counter()
            self._look(now)
            if now >= until:
                return
            if now >= self._next_tick:
                self._next_tick = now + _TICK
                for call in tuple(self._watchers):
                    call()

    def _look(self, now: float) -> None:
        if self._overtaken is None or now < self._next_look:
            return
        self._next_look = now + _TICK
        if self._overtaken():
            self._overtaken = None  # who ends the workers then waits, too
            raise Overtaken

    def close(self) -> None:
        """Gives the system's own means of waiting back."""
        self._selector.close()
