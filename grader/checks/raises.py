"""Raises: a call that must be refused with an exception of a stated class."""

from __future__ import annotations

from grader.checks.wording import call_in_words, value_in_words
from grader.model.answers import Ended, Raised, Returned
from grader.model.check import Broken, Check, Explanation, Inquiry, Verdict
from grader.model.exercise import Case
from grader.model.incidents import Failure
from grader.model.questions import Call

__all__ = ["Raises"]


class Raises(Check, tag="raises", frozen=True, kw_only=True):
    """The ``call`` must raise one of ``exceptions`` (by class name, along the MRO), with ``words`` in its text."""

    order = 35
    heading = "Refuses what it should"
    needs = ("traces", "structure", "correctness")

    call: Case
    exceptions: tuple[str, ...]
    words: str = ""

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Makes the call and looks at how it ends."""
        arguments = inquiry.arguments(self.call)
        answer = inquiry.submission.ask(Call(arguments=arguments))
        given = call_in_words(inquiry.exercise.signature.positional, arguments, typed=True)
        call = f"This call, with {given}," if given and not self.call.hidden else "This call"
        wanted = f"{call} should raise {' or '.join(self.exceptions)}"
        if isinstance(answer, Ended):
            told = inquiry.explain(answer)
            return self._verdict(passed=False, message=told.message, line=told.line, hint=told.hint)
        if not isinstance(answer, Raised):
            got = value_in_words(answer.value) if isinstance(answer, Returned) and not self.call.hidden else "a value"
            return self._verdict(passed=False, message=f"{wanted}, but it returned {got}.")
        failure = answer.failure
        if any(_matches(one, self.exceptions, self.words) for one in _chain(failure)):
            return self._verdict(passed=True, message=f"Raises {failure.type}, as it should.")
        try:
            told = inquiry.explain(answer)
        except Broken:  # without a line it is held against the reference, which is meant to raise here
            told = Explanation(message=f"it raised {failure.type[:60]}.")
        message = f"{wanted}, but something else happened: {told.message}"
        return self._verdict(passed=False, message=message, line=told.line, hint=told.hint)

    def _verdict(self, *, passed: bool, message: str, line: int | None = None, hint: str = "") -> Verdict:
        return Verdict(
            status="passed" if passed else "failed",
            earned=1.0 if passed else 0.0,
            message=message,
            line=line,
            hint="" if passed else hint or self.hint,
            detail={"witness": "worker"},
        )


def _chain(failure: Failure | None) -> list[Failure]:
    """An exception and its causes."""
    found: list[Failure] = []
    while failure is not None:
        found.append(failure)
        failure = failure.cause
    return found


def _matches(failure: Failure, exceptions: tuple[str, ...], words: str) -> bool:
    return bool(set(exceptions) & set(failure.mro)) and words in failure.message
