"""A worker of a run, with what it was asked last, and with what it may tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model.questions import Call, Count, Donate, Export, Follow, HiddenArguments, Rehearse, Trace, Weigh
from grader.sandbox.forwarding import Forwarding

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.answers import Answer, Ended, Loaded, Raised
    from grader.model.questions import Question
    from grader.redaction import Redaction
    from grader.sandbox.worker import LiveWorker

__all__ = ["Asked"]

_ELSEWHERE = (Call, Count, Donate, Export, Follow, Rehearse, Trace, Weigh)
"""Questions that another worker on the file can answer as well."""


class Asked(Forwarding["LiveWorker"]):
    """A worker that remembers its latest exchange, so that a failure can be asked of the reference, too.

    One on a submission has a ``redaction``: once it was given a hidden case, its file knows hidden values, and whatever
    it answers from then on is redacted. ``another`` opens a further worker on the file, which is asked about visible
    cases from then on, so that these are told in full; without it the worker answers everything itself.
    """

    def __init__(
        self,
        worker: LiveWorker,
        redaction: Redaction | None = None,
        another: Callable[[], Asked] | None = None,
    ) -> None:
        super().__init__(worker)
        self.latest: tuple[Question, Answer] | None = None
        self._redaction = redaction
        self._another = another
        self._beside: Asked | None = None
        self._knows = False

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

    def begin(self, question: Question) -> None:
        """Has the worker begin on a question, or the one beside it that will be asked it."""
        beside = self._other(question)
        if beside is not None:
            beside.begin(question)
        else:
            self._worker.begin(question)

    def ask(self, question: Question) -> Answer:
        """Asks it, and remembers the exchange."""
        beside = self._other(question)
        if beside is not None:
            answer = beside.ask(question)
        else:
            answer = self._worker.ask(question)
            if self._redaction is not None and self._knows:
                answer = self._redaction(answer)
        self.latest = (question, answer)
        return answer

    def _other(self, question: Question) -> Asked | None:
        """The worker beside this one that is to be asked the question; None where it is this one itself."""
        if self._redaction is None:
            return None
        hidden = _is_hidden(question)
        self._knows = self._knows or hidden
        if hidden or not self._knows or self._another is None or not isinstance(question, _ELSEWHERE):
            return None
        if self._beside is None:
            self._beside = self._another()
        return self._beside


def _is_hidden(question: Question) -> bool:
    """Whether a question holds what a hidden case gives."""
    given = question.calls if isinstance(question, Rehearse) else (getattr(question, "arguments", None),)
    return any(isinstance(one, HiddenArguments) for one in given)
