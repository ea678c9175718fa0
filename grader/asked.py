"""A worker of a run, with what it was asked last."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.model.answers import Answer, Ended, Loaded, Raised
    from grader.model.check import CompileLog
    from grader.model.questions import Question
    from grader.sandbox.worker import LiveWorker

__all__ = ["Asked"]


class Asked:
    """A worker that remembers its latest exchange, so that a failure can be asked of the reference, too."""

    def __init__(self, worker: LiveWorker) -> None:
        self._worker = worker
        self.latest: tuple[Question, Answer] | None = None

    @property
    def log(self) -> CompileLog:
        """The compile log of the worker."""
        return self._worker.log

    @property
    def seconds(self) -> float:
        """How long the latest answer took, in seconds."""
        return self._worker.seconds

    @property
    def processor_seconds(self) -> float | None:
        """How long its process ran on a processor for it, in seconds."""
        return self._worker.processor_seconds

    @property
    def spent(self) -> float:
        """How long it ran or took, in seconds."""
        return self._worker.spent

    @property
    def loaded(self) -> Loaded | Raised | Ended:
        """How loading its file ended."""
        return self._worker.loaded

    def close(self) -> None:
        """Ends the worker."""
        self._worker.close()

    def begin(self, question: Question) -> None:
        """Has it begin on a question."""
        self._worker.begin(question)

    def ask(self, question: Question) -> Answer:
        """Asks it, and remembers the exchange."""
        answer = self._worker.ask(question)
        self.latest = (question, answer)
        return answer
