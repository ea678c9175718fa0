"""Grades what several threads of one process bring, on a machine of a cluster: a process for each task at a time."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from grader.batch.child import Child

if TYPE_CHECKING:
    from grader.batch.nouns import Fault, Graded, Task

__all__ = ["Desk"]

_IDLE: Final = 300.0
"""Seconds without a task after which the processes end: whoever sent the tasks may have been killed."""


class Desk:
    """As many processes for an order, as JSON, as threads have brought tasks at once; one where it times.

    ``program`` is what Python is told to be such a process.
    """

    def __init__(self, order: bytes, program: tuple[str, ...], *, alone: bool, idle: float = _IDLE) -> None:
        self._order = order
        self._program = program
        self._turn = threading.Lock() if alone else None
        self._idle = idle
        self._children: list[Child] = []
        self._free: list[Child] = []
        self._closed = False
        self._alarm: threading.Timer | None = None
        self._changing = threading.Lock()

    def do(self, task: Task) -> Graded | Fault | None:
        """Returns what became of a task; None where the desk is closed, or was before that was known."""
        with ExitStack() as stack:
            if self._turn is not None:
                stack.enter_context(self._turn)
            child = self._taken()
            if child is None:
                return None
            try:
                answer = child.do(task)
            finally:
                self._give_back(child)
        return None if self._closed else answer

    def close(self) -> None:
        """Ends all processes, in the middle of a task if need be."""
        with self._changing:
            self._closed = True
            if self._alarm is not None:
                self._alarm.cancel()
        if self._children:
            with ThreadPoolExecutor(len(self._children)) as threads:
                list(threads.map(Child.close, self._children))

    def _taken(self) -> Child | None:
        with self._changing:
            if self._closed:
                return None
            if self._alarm is not None:
                self._alarm.cancel()
                self._alarm = None
            if not self._free:
                child = Child(self._order, self._program)
                self._children.append(child)
                return child
            return self._free.pop()

    def _give_back(self, child: Child) -> None:
        with self._changing:
            self._free.append(child)
            if len(self._free) == len(self._children) and not self._closed:
                self._alarm = threading.Timer(self._idle, self._rest)
                self._alarm.daemon = True
                self._alarm.start()

    def _rest(self) -> None:
        """Ends the processes where none is at work."""
        with self._changing:
            if len(self._free) == len(self._children):
                for child in self._children:
                    child.rest()
