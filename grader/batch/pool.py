"""Processes that grade side by side, each with workers of its own; one that dies costs another try, not a result."""

from __future__ import annotations

import subprocess
import sys
import threading
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, Self

import msgspec

from grader.batch.nouns import Fault, Graded, Task

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

    from grader.batch.nouns import Order

__all__ = ["Pool", "StoppedError"]

_TRIES: Final = 2
_LONGEST: Final = 3600.0
"""Seconds for one task: its own limits end it long before; beyond that the process that grades hangs."""
_AHEAD: Final = 2  # tasks a process: one at work and one waiting
_GRACE: Final = 10.0

_answers: Final = msgspec.json.Decoder(Graded | Fault)


class StoppedError(Exception):
    """No process can grade: says why."""


class _Process:
    """One process, started with its first task, and again after one that it died of."""

    def __init__(self, order: bytes) -> None:
        self._order = order
        self._running: subprocess.Popen[bytes] | None = None

    def do(self, task: Task) -> Graded | Fault:
        """Returns what became of a task."""
        answer: Graded | Fault = Fault(message="")
        for _ in range(_TRIES):
            answer = self._tried(task)
            if isinstance(answer, Graded) or answer.final:
                break
        return answer

    def _tried(self, task: Task) -> Graded | Fault:
        running = self._started()
        assert running.stdin is not None
        assert running.stdout is not None
        alarm = threading.Timer(_LONGEST, running.kill)
        alarm.start()
        try:
            running.stdin.write(msgspec.json.encode(task) + b"\n")
            running.stdin.flush()
            line = running.stdout.readline()
        except OSError:
            line = b""
        finally:
            alarm.cancel()
        if line.endswith(b"\n"):
            return _answers.decode(line)
        self.close()
        return Fault(message=f"the process that graded it ended with {running.returncode}")

    def _started(self) -> subprocess.Popen[bytes]:
        if self._running is None:
            self._running = subprocess.Popen(
                [sys.executable, "-P", "-m", "grader.batch.process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
            assert self._running.stdin is not None
            self._running.stdin.write(self._order + b"\n")
        return self._running

    def close(self) -> None:
        """Ends it, with all that it started."""
        running, self._running = self._running, None
        if running is None:
            return
        with running:
            assert running.stdin is not None
            with suppress(OSError):
                running.stdin.close()  # so it leaves in good order
            try:
                running.wait(_GRACE)
            except subprocess.TimeoutExpired:
                running.kill()


class Pool:
    """So many processes for one order; as a context, none of them is left."""

    def __init__(self, order: Order, count: int) -> None:
        encoded = msgspec.json.encode(order)
        self._processes = [_Process(encoded) for _ in range(count)]
        self._free: SimpleQueue[_Process] = SimpleQueue()
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
