"""A reference that is asked once for what many submissions of one exercise make grading ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.model.answers import Ended, Loaded
from grader.model.check import Broken
from grader.model.questions import Call, Export
from grader.sandbox.protocol import decode_answer, encode
from grader.sandbox.recording import NoLog, digest

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.answers import Answer
    from grader.model.check import CompileLog
    from grader.model.questions import Question
    from grader.sandbox.worker import LiveWorker

__all__ = ["Memory", "Remembering"]

_MOST: Final = 32 << 20
_REMEMBERED: Final = (Call, Export)
"""Questions whose answers do not depend on what was asked before; a count of compilations does."""


class Memory:
    """What the reference of one exercise has answered, by question, up to some bytes."""

    def __init__(self) -> None:
        self._answers: dict[str, bytes] = {}
        self._room = _MOST

    def recall(self, question: Question, of: str) -> Answer | None:
        """Returns the answer to a question of a function; None where it was not asked, or its answer not kept."""
        if not isinstance(question, _REMEMBERED):
            return None
        kept = self._answers.get(digest(question, of))
        return None if kept is None else decode_answer(kept)

    def keep(self, question: Question, answer: Answer, of: str) -> None:
        """Keeps an answer of a function, where there is room."""
        if not isinstance(question, _REMEMBERED) or isinstance(answer, Ended):
            return
        data = encode(answer)
        if len(data) <= self._room:
            self._room -= len(data)
            self._answers[digest(question, of)] = data


class Remembering:
    """The reference's worker in one run, ``of`` one function: opened when it is asked what the memory does not hold.

    It is then asked all that this run asked before, so that its state is that of a worker which answered everything.
    """

    def __init__(self, memory: Memory, start: Callable[[], LiveWorker], of: str = "") -> None:
        self._memory = memory
        self._of = of
        self._start = start
        self._worker: LiveWorker | None = None
        self._asked: list[Question] = []

    @property
    def log(self) -> CompileLog:
        """The compile log of the worker; none before there is one."""
        return NoLog() if self._worker is None else self._worker.log

    @property
    def seconds(self) -> float:
        """How long the latest answer took, in seconds; what is remembered takes none."""
        return 0.0 if self._worker is None else self._worker.seconds

    @property
    def processor_seconds(self) -> float | None:
        """How long its process ran on a processor for it, in seconds."""
        return None if self._worker is None else self._worker.processor_seconds

    @property
    def spent(self) -> float:
        """How long it ran or took, in seconds."""
        return 0.0 if self._worker is None else self._worker.spent

    def begin(self, question: Question) -> None:
        """Has the worker begin on a question that it will be asked."""
        if self._worker is not None or self._memory.recall(question, self._of) is None:
            self._live().begin(question)

    def ask(self, question: Question) -> Answer:
        """Returns what is remembered or what the worker answers. Raises Broken where it does not load."""
        answer = None if self._worker else self._memory.recall(question, self._of)
        if answer is None:
            answer = self._live().ask(question)
            self._memory.keep(question, answer, self._of)
        else:
            self._asked.append(question)
        return answer

    def close(self) -> None:
        """Ends the worker, if there is one."""
        if self._worker is not None:
            self._worker.close()

    def _live(self) -> LiveWorker:
        if self._worker is None:
            self._worker = self._start()
            if not isinstance(self._worker.loaded, Loaded):
                raise Broken("the reference solution does not load")
            for question in self._asked:
                self._worker.ask(question)
        return self._worker
