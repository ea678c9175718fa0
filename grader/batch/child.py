"""A process that grades, as whoever started it sees it: tasks in, results out; if it dies, another takes its place."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from grader.batch.nouns import Fault, Graded, Task

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.sandbox.server import Loan

__all__ = ["PROGRAM", "Child"]

PROGRAM: Final = ("-P", "-m", "grader.batch.process")
"""What Python is told, so that it is a process that grades."""
_TRIES: Final = 2
_LONGEST: Final = 3600.0
"""Seconds for one task: its own limits end it long before; beyond that the process that grades hangs."""
_GRACE: Final = 10.0

_answers: Final = msgspec.json.Decoder(Graded | Fault)


class Child:
    """One process for an order, as JSON, started with its first task, and again after one that it died of.

    One thread at a time has it do a task; any may close it meanwhile. ``lend`` gets it a fork server that it shares
    with others, each time it starts; without one it starts its own.
    """

    def __init__(
        self, order: bytes, program: tuple[str, ...] = PROGRAM, lend: Callable[[], Loan | None] = lambda: None
    ) -> None:
        self._order = order
        self._program = program
        self._lend = lend
        self._running: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._changing = threading.Lock()

    def do(self, task: Task) -> Graded | Fault:
        """Returns what became of a task."""
        answer: Graded | Fault = Fault(message="the run was ended")
        for _ in range(_TRIES):
            running = self._started()
            if running is None:
                break
            answer = self._tried(running, task)
            if isinstance(answer, Graded) or answer.final:
                break
        return answer

    def rest(self) -> None:
        """Ends the process, with all that it started; the next task starts another."""
        with self._changing:
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

    def close(self) -> None:
        """Ends the process, with all that it started, for good: a task that it is at is a fault."""
        with self._changing:
            self._closed = True
        self.rest()

    def _tried(self, running: subprocess.Popen[bytes], task: Task) -> Graded | Fault:
        assert running.stdin is not None
        assert running.stdout is not None
        alarm = threading.Timer(_LONGEST, running.kill)
        alarm.start()
        try:
            running.stdin.write(msgspec.json.encode(task) + b"\n")
            running.stdin.flush()
            line = running.stdout.readline()
        except (OSError, ValueError):  # it died, or was closed
            line = b""
        finally:
            alarm.cancel()
        if (answer := _answer(line, task)) is not None:
            return answer
        self.rest()
        said = " after something else than its result" if line else ""
        return Fault(message=f"the process that graded it ended with {running.wait()}{said}")

    def _started(self) -> subprocess.Popen[bytes] | None:
        """The process; None once it is closed."""
        with self._changing:
            if self._closed:
                return None
            if self._running is None:
                loan = self._lend()
                try:
                    self._running = subprocess.Popen(  # noqa: S603 - the words are ours
                        [sys.executable, *self._program, *([msgspec.json.encode(loan).decode()] if loan else [])],
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        pass_fds=[loan.line] if loan else [],
                        start_new_session=True,
                    )
                finally:
                    if loan:
                        os.close(loan.line)
                assert self._running.stdin is not None
                self._running.stdin.write(self._order + b"\n")
            return self._running


def _answer(line: bytes, task: Task) -> Graded | Fault | None:
    """What a line says became of a task; None where it is no whole line, or not about that task."""
    if not line.endswith(b"\n"):
        return None
    try:
        answer = _answers.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return answer if isinstance(answer, Fault) or answer.submission == task.submission else None
