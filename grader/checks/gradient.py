"""Gradient: ``jax.grad`` of the submission against ``jax.grad`` of the reference."""

from __future__ import annotations

from grader.checks.comparison import Tolerance, array_of, difference
from grader.checks.correctness import chosen, tolerance_of, unknown_cases
from grader.checks.wording import call_in_words, value_in_words
from grader.model.answers import Ended, Raised, Returned
from grader.model.check import Broken, Check, Inquiry, Verdict
from grader.model.exercise import Exercise
from grader.model.questions import Call
from grader.model.values import Array, Mapping, Record, Scalar, Sequence, Value

__all__ = ["Gradient"]


class Gradient(Check, tag="gradient", frozen=True, kw_only=True):
    """The gradient of the result (the sum of its entries) by the parameters ``by`` (the first one by default).

    ``finite`` asks only that all of it are finite numbers, where more than one value is right: at a kink, say.
    """

    order = 40
    heading = "Right gradient"
    needs = ("traces", "structure", "correctness")

    by: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    finite: bool = False
    rtol: float | None = None
    atol: float | None = None

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds unknown cases and parameters."""
        positional = exercise.signature.positional
        found = [("by", f"{word!r} is no positional parameter") for word in self.by if word not in positional]
        return found + unknown_cases(exercise, self.cases)

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Asks both workers for the gradient in each case; the first difference is told."""
        names = inquiry.exercise.signature.positional
        positions = tuple(names.index(name) for name in self.by) or (0,)
        tolerance = tolerance_of(inquiry, rtol=self.rtol, atol=self.atol)
        cases = chosen(inquiry.exercise, self.cases)
        for case in cases:
            question = Call(arguments=inquiry.arguments(case), gradient=positions)
            answer = inquiry.submission.ask(question)
            if isinstance(answer, Raised | Ended):
                told = inquiry.explain(answer)
                return self._failed(f"Gradient in case `{case.name}`: {told.message}", told.line, told.hint)
            expected = inquiry.trusted(question)
            if not isinstance(answer, Returned) or not isinstance(expected, Returned):
                raise Broken("a gradient was not answered by a value")
            if self.finite and _not_finite(expected.value):
                raise Broken(f"the reference's gradient is not finite in case {case.name!r}")
            wrong = self._wrong(expected.value, answer.value, tolerance, hidden=case.hidden)
            if wrong:
                given = "" if case.hidden else f" for {call_in_words(names, question.arguments)}"
                return self._failed(f"Gradient in case `{case.name}`{given}: {wrong}", None, "")
        message = f"The gradient is {'finite' if self.finite else 'right'} in all {len(cases)} cases."
        return Verdict(status="passed", earned=1.0, message=message, detail={"witness": "grader"})

    def _wrong(self, expected: Value, got: Value, tolerance: Tolerance, *, hidden: bool) -> str:
        """What is wrong with a gradient, as the end of a sentence; nothing where it is as it should be."""
        endless = _not_finite(got)
        if self.finite:
            told = "" if hidden else f": {value_in_words(got)}"
            return f"it is not finite{told}." if endless else ""
        found = difference(expected, got, tolerance)
        if found is None:
            return ""
        lost = " It is not a finite number." if endless else ""
        return f"{found.neutral if hidden else found.words}.{lost}"

    def _failed(self, message: str, line: int | None, hint: str) -> Verdict:
        return Verdict(
            status="failed",
            earned=0.0,
            message=message,
            line=line,
            hint=hint or self.hint,
            detail={"witness": "grader"},
        )


def _not_finite(value: Value) -> bool:
    """Tells whether a value holds nan or infinity anywhere."""
    import numpy as np

    if isinstance(value, Sequence | Mapping | Record):
        return any(map(_not_finite, value.items))
    return isinstance(value, Scalar | Array) and not bool(np.isfinite(array_of(value).astype(complex)).all())
