"""Processes that grade side by side, each with workers of its own; one that dies costs another try, not a result."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, Self

import msgspec

from grader.batch.child import PROGRAM, Child
from grader.batch.nouns import Fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

    from grader.batch.lending import Lender
    from grader.batch.nouns import Graded, Order, Task

__all__ = ["Pool", "StoppedError"]

_AHEAD: Final = 2  # tasks a process: one at work and one waiting


class StoppedError(Exception):
    """No process can grade: says why."""


class Pool:
    """So many processes for one order; as a context, none of them is left.

    ``program`` is what Python is told to be a process that grades; ``lender`` has fork servers that they share.
    """

    def __init__(
        self, order: Order, count: int, program: tuple[str, ...] = PROGRAM, lender: Lender | None = None
    ) -> None:
        encoded = msgspec.json.encode(order)
        lend = lender.lend if lender else lambda: None
        self._processes = [Child(encoded, program, lend) for _ in range(count)]
        self._free: SimpleQueue[Child] = SimpleQueue()
        for process in self._processes:
            self._free.put(process)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="batch")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._processes:
            process.close()
        self._threads.shutdown()

    def results(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Graded | Fault]]:
        """Yields each task with what became of it, as they come. Raises StoppedError where none can be done."""
        coming = iter(tasks)
        pending: dict[Future[Graded | Fault], Task] = {}
        while True:
            while len(pending) < _AHEAD * len(self._processes) and (task := next(coming, None)) is not None:
                pending[self._threads.submit(self._do, task)] = task
            if not pending:
                return
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                task, answer = pending.pop(future), future.result()
                if isinstance(answer, Fault) and answer.final:
                    raise StoppedError(answer.message)
                yield task, answer

    def _do(self, task: Task) -> Graded | Fault:
        process = self._free.get()
        try:
            return process.do(task)
        finally:
            self._free.put(process)
