"""A worker of a run, with what it was asked last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.sandbox.forwarding import Forwarding

if TYPE_CHECKING:
    from grader.model.answers import Answer, Ended, Loaded, Raised
    from grader.model.questions import Question
    from grader.sandbox.worker import LiveWorker

__all__ = ["Asked"]


class Asked(Forwarding["LiveWorker"]):
    """A worker that remembers its latest exchange, so that a failure can be asked of the reference, too."""

    def __init__(self, worker: LiveWorker) -> None:
        super().__init__(worker)
        self.latest: tuple[Question, Answer] | None = None

    @property
    def waited(self) -> float | None:
        """How long its process has waited for a processor so far, in seconds."""
        return self._worker.waited

    @property
    def loaded(self) -> Loaded | Raised | Ended:
        """How loading its file ended."""
        return self._worker.loaded

    def close(self) -> None:
        """Ends the worker."""
        self._worker.close()

    def pause(self) -> None:
        """Stops its process."""
        self._worker.pause()

    def resume(self) -> None:
        """Lets its process go on."""
        self._worker.resume()

    def ask(self, question: Question) -> Answer:
        """Asks it, and remembers the exchange."""
        answer = self._worker.ask(question)
        self.latest = (question, answer)
        return answer
