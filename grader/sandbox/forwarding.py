"""What stands in for a worker and passes its log and its clocks on: the base of those that keep what was answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from grader.model.check import CompileLog, Worker
    from grader.model.questions import Question

__all__ = ["Forwarding"]

Behind = TypeVar("Behind", bound="Worker")


class Forwarding(Generic[Behind]):
    """A ``Worker`` but for ``ask``, which is what those differ in that inherit."""

    def __init__(self, worker: Behind) -> None:
        self._worker = worker

    @property
    def log(self) -> CompileLog:
        """The compile log of the worker behind it."""
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

    def begin(self, question: Question) -> None:
        """Has the worker behind it begin on a question."""
        self._worker.begin(question)
