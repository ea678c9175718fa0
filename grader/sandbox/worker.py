"""A live worker as checks know it: one question at a time, within its limits, and an end that is told in words."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from grader.model.answers import Ended, Loaded, Raised
from grader.model.check import Broken
from grader.model.questions import Canary, Count, Load
from grader.sandbox.bodies import halt, resume
from grader.sandbox.compilelog import CompileLines, LiveCompileLog
from grader.sandbox.endings import DUMP, LAST_WORDS, text_of, whereabouts, why_gone
from grader.sandbox.line import Line
from grader.sandbox.output import Output
from grader.sandbox.processor import processor_seconds, waiting_seconds
from grader.sandbox.protocol import FITTING, ProtocolError, decode_answer, packed
from grader.sandbox.shared import bulky
from grader.sandbox.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.answers import Answer
    from grader.model.exercise import Limits
    from grader.model.questions import Question
    from grader.sandbox.bodies import Body
    from grader.sandbox.switchboard import Switchboard

__all__ = ["LiveWorker"]

_LONGEST_START: Final = 120.0


class LiveWorker:
    """One file in a process of its own. Its Load question is sent at once, and read when it is first needed.

    Loading may take ``loading`` seconds, where that is told, of those that all answers together may take.
    """

    def __init__(
        self,
        body: Body,
        switchboard: Switchboard,
        limits: Limits,
        load: Load,
        discard: Callable[[], None],
        *,
        folder: str = "",
        timed: bool = False,
        loading: float | None = None,
    ) -> None:
        self._timed = timed
        self._loading = loading
        self._body = body
        self._switchboard = switchboard
        self._limits = limits
        self._file = load.name
        self._source = load.source
        self._discard = discard
        self._lines = CompileLines()
        self._output = Output(limits.output, self._lines.read)
        self._line = Line(body.line, body.shared)
        self._usage = Usage(limits, folder)
        self._spent = 0.0
        self._loaded: Loaded | Raised | Ended | None = None
        self._ended: Ended | None = None
        self._closed = False
        self._paused = False
        self._begun: Question | None = None
        self.seconds = 0.0
        self.processor_seconds: float | None = None
        self.log = LiveCompileLog(self._lines, self._ask_aside, switchboard.wait)
        switchboard.listen(body.line, self._on_line)
        switchboard.listen(body.output, self._on_output)
        switchboard.watch(self._on_tick)
        self._send(load)

    @property
    def loaded(self) -> Loaded | Raised | Ended:
        """How loading the file ended; waits for it the first time."""
        if self._loaded is None:
            answer = self._ended or self._receive(Load)
            self._loaded = answer if isinstance(answer, Loaded | Raised) else self._over(answer)
        return self._loaded

    @property
    def spent(self) -> float:
        """How long its process ran for the latest answer, in seconds; how long that took, where nobody tells."""
        return self.seconds if self.processor_seconds is None else self.processor_seconds

    @property
    def waited(self) -> float | None:
        """How long its process has waited for a processor so far, in seconds."""
        return waiting_seconds(self._body.pid)

    @property
    def output(self) -> str:
        """What the worker wrote to stdout and stderr so far, within the limit."""
        return self._output.text

    def pause(self) -> None:
        """Stops its process with all in its group until the next question."""
        if self._ended is None:
            halt(self._body.pid)
            self._paused = True

    def resume(self) -> None:
        """Lets a stopped process go on."""
        if self._paused:
            resume(self._body.pid)
            self._paused = False

    def begin(self, question: Question) -> None:
        """Sends a question whose answer the next ``ask`` takes, so that it is worked on meanwhile."""
        if self._ended is None and self._begun is None and isinstance(self.loaded, Loaded):
            self._send(question)
            self._begun = question

    def ask(self, question: Question) -> Answer:
        """Sends one question and waits for its answer. A worker that is gone answers ``Ended``, each time."""
        if isinstance(self.loaded, Ended):
            return self._over(self.loaded)
        if self._begun is not None:
            begun, self._begun = self._begun, None
            answer = self._receive(type(begun))
            if begun is question:
                return answer
        if self._ended is not None:
            return self._ended
        self._line.pull()
        if self._line.settled and not self._line.busy and (self._line.closed or self._line.fault):
            return self._end(self._limits.wall)
        # Asking the kernel takes longer than a short answer.
        pid = self._body.pid if self._timed or isinstance(question, Count | Canary) else None
        before = processor_seconds(pid)
        self._send(question)
        answer = self._receive(type(question))
        after = processor_seconds(pid)
        self.processor_seconds = None if before is None or after is None else after - before
        return answer

    def close(self) -> None:
        """Kills the worker with all it started and removes its folder; what is known of it stays."""
        if self._closed:
            return
        self._closed = True
        try:
            self._over(Ended(reason="exit", detail="closed by the grader"))
        finally:
            self._discard()

    def _ask_aside(self, question: Question) -> tuple[Answer, float]:
        """Asks without touching what is told of the latest question; returns the answer and what it cost."""
        before = self.seconds, self.processor_seconds
        answer = self.ask(question)
        cost = self.spent
        self.seconds, self.processor_seconds = before
        return answer, cost

    def _send(self, question: Question) -> None:
        self.resume()
        self._line.begin(*packed(bulky(question), lodging=self._body.shared is not None))
        if self._line.sending:
            self._switchboard.write_too(self._body.line, self._on_line, on=True)

    def _receive(self, asked: type) -> Answer:
        """Waits for the answer to the question that is out."""
        line, body = self._line, self._body
        if not body.born:
            self._switchboard.wait(lambda: bool(body.born) or body.gone is not None, _LONGEST_START)
            if not body.born and body.gone is None:
                raise Broken("a worker did not start in time")
        most = self._limits.wall if self._loading is None or asked is not Load else self._loading
        left = most - self._spent - (time.perf_counter() - max(line.started, body.born))
        self._switchboard.wait(lambda: line.settled or body.gone is not None, left)
        if line.answer is None:
            line.pull()  # it may have answered with its last breath
        self.seconds = (line.stopped if line.answer else time.perf_counter()) - max(line.started, body.born)
        self._spent += self.seconds
        if line.answer is None or line.fault:
            return self._end(most)
        try:
            answer = decode_answer(line.answer, line.memory)
        except ProtocolError as error:
            return self._over(Ended(reason="tampering", detail=str(error)))
        if not isinstance(answer, FITTING[asked]):
            detail = f"{type(answer).__name__} is no answer to {asked.__name__}"
            return self._over(Ended(reason="tampering", detail=detail))
        return answer

    def _end(self, most: float) -> Ended:
        """Finds out why no answer came, within so many seconds."""
        line, body = self._line, self._body
        if line.fault:
            return self._over(Ended(reason="tampering", detail=line.fault))
        if line.closed or body.gone is not None:
            self._switchboard.wait(lambda: body.gone is not None, LAST_WORDS)
        gone = body.gone
        if self._usage.excess is not None:
            return self._over(self._usage.excess)
        if gone is not None:
            self._output.drain(self._body.output)
            return self._over(why_gone(gone, self._limits, self._output.tail, self._file))
        if line.closed:
            return self._over(Ended(reason="tampering", detail="the worker closed its line and went on"))
        seen = whereabouts(body.pid, self._output, self._switchboard, self._file)
        return self._over(Ended(reason="time", detail=f"{most:g} s", **seen._asdict()))

    def _over(self, answer: Answer) -> Ended:
        """Ends the worker for good: kills it and all it started, and remembers why."""
        if self._ended is None:
            ended = answer if isinstance(answer, Ended) else Ended(reason="tampering")
            self._ended = msgspec.structs.replace(ended, text=text_of(self._source, ended.line))
            self._stop()
            if self._ended.reason in {"crash", "memory", "time"}:
                self._output.cut(DUMP)
        return self._ended

    def _stop(self) -> None:
        for readable in (self._body.line, self._body.output):
            self._switchboard.forget(readable)
        self._switchboard.unwatch(self._on_tick)
        try:
            self._body.kill()
        finally:
            self._output.drain(self._body.output)
            self._body.close()

    def _on_line(self) -> None:
        line = self._line
        if line.sending:
            line.push()
            if not line.sending:
                self._switchboard.write_too(self._body.line, self._on_line, on=False)
        line.pull()
        if line.closed or line.fault:
            self._switchboard.forget(self._body.line)

    def _on_output(self) -> None:
        if not self._output.take(self._body.output):
            self._switchboard.forget(self._body.output)

    def _on_tick(self) -> None:
        """Looks after a process that works: whether it is there, and how large it is."""
        self._body.look()
        pid = self._body.pid
        if pid is None or self._body.gone is not None or not self._line.busy:
            return
        if self._usage.measure(pid):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
