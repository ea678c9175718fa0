"""Gradient: ``jax.grad`` of the submission against ``jax.grad`` of the reference."""

from __future__ import annotations

from grader.checks.comparison import array_of, difference
from grader.checks.correctness import chosen, tolerance_of, unknown_cases
from grader.checks.wording import call_in_words
from grader.model.answers import Ended, Raised, Returned, Traced
from grader.model.check import Broken, Check, Inquiry, Verdict
from grader.model.exercise import Exercise
from grader.model.questions import Call, Trace
from grader.model.values import Array, Scalar, Value

__all__ = ["Gradient"]


class Gradient(Check, tag="gradient", frozen=True, kw_only=True):
    """The gradient of the result (the sum of its entries) by the parameters ``by`` (the first one by default)."""

    order = 40
    heading = "Right gradient"
    needs = ("traces", "structure", "correctness")

    by: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
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
            found = difference(expected.value, answer.value, tolerance)
            if found is not None:
                given = "" if case.hidden else f" for {call_in_words(names, question.arguments)}"
                words = found.neutral if case.hidden else found.words
                lost = _not_finite(answer.value) and not _not_finite(expected.value)
                chooses = lost and _chooses(inquiry, Trace(arguments=question.arguments))
                more = f" {_UNTAKEN}" if chooses else " It is not a finite number." if lost else ""
                message = f"Gradient in case `{case.name}`{given}: {words}.{more}"
                return self._failed(message, None, f"{_SAFE} {self.hint}".rstrip() if chooses else "")
        message = f"The gradient is right in all {len(cases)} cases."
        return Verdict(status="passed", earned=1.0, message=message, detail={"witness": "grader"})

    def _failed(self, message: str, line: int | None, hint: str) -> Verdict:
        return Verdict(
            status="failed",
            earned=0.0,
            message=message,
            line=line,
            hint=hint or self.hint,
            detail={"witness": "grader"},
        )


_UNTAKEN = (
    "The value is right and its gradient is no finite number: through `jnp.where` both sides are differentiated, and 0 "
    "times what the side not taken gives is nan."
)
_SAFE = "Make the input of that side safe before: `safe = jnp.where(x > 0, x, 1)`, then compute with `safe`."


def _chooses(inquiry: Inquiry, question: Trace) -> bool:
    """Whether the submission's program chooses element by element."""
    traced = inquiry.submission.ask(question)
    return isinstance(traced, Traced) and "select_n" in traced.primitives


def _not_finite(value: Value) -> bool:
    """Tells whether a number or array holds nan or infinity."""
    import numpy as np

    if not isinstance(value, Scalar | Array):
        return False
    return not bool(np.isfinite(array_of(value).astype(complex)).all())
