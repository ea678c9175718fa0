"""Exercise 11's own check: the traced program, where the function is jitted as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader import Verdict
from grader.checks.structure import Structure
from grader.model.answers import Traced
from grader.model.questions import Trace

if TYPE_CHECKING:
    from grader import Inquiry


class Program(Structure, tag="program", frozen=True, kw_only=True):
    """Structure, for functions that may be plain ones around a jitted core: these are judged by their speed."""

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Judges the program as ``structure`` does; a function that has none of its own passes."""
        case = inquiry.exercise.cases[0]
        answer = inquiry.submission.ask(Trace(arguments=inquiry.arguments(case)))
        if isinstance(answer, Traced) and not answer.whole:
            words = "It is a Python function around others, so its speed will tell."
            return Verdict(status="passed", earned=1.0, message=words, detail={"witness": "worker"})
        return super().judge(inquiry)
