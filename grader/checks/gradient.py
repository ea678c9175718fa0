"""Gradient: ``jax.grad`` of the submission against ``jax.grad`` of the reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from grader.checks.comparison import Tolerance, array_of, difference
from grader.checks.correctness import chosen, tolerance_of
from grader.checks.unknown import unknown_cases, unknown_parameters
from grader.checks.wording import call_in_words, value_in_words
from grader.model.answers import Ended, Raised, Returned, Traced
from grader.model.check import Broken, Check, Explanation, Inquiry, Verdict
from grader.model.exercise import Case, Exercise
from grader.model.questions import Call, Trace
from grader.model.values import Array, Mapping, Record, Scalar, Sequence, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

__all__ = ["Gradient"]

_CHOICE: Final = "select_n"
_FEW: Final = 3
_TWICE: Final = 2.0  # exact in floating point
_FACTOR: Final = (
    "Multiply the derivative by what comes in: `return (g * derivative,)`. It is 1 only where nothing is done with the "
    "result afterwards."
)
_HARMLESS: Final = (
    "Make the side that is not taken harmless before it is computed: `safe = jnp.where(ok, x, 1)`, and then "
    "`jnp.where(ok, f(safe), 0)`."
)


class Gradient(Check, tag="gradient", frozen=True, kw_only=True):
    """The gradient of the result (the sum of its entries) by the parameters ``by`` (the first one by default).

    ``cases`` are names or tags (all where there are none); ``rtol`` and ``atol`` take the place of the dtype's own
    tolerances. ``finite`` asks only that all of it are finite numbers, where more than one value is right: at a kink.
    Else twice the result is differentiated, too, which finds a rule that leaves out what comes in from outside.
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
        return unknown_parameters(exercise, self.by, "by") + unknown_cases(exercise, self.cases)

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Asks both workers for the gradient in each case; the first difference is told."""
        names = inquiry.exercise.signature.positional
        positions = tuple(names.index(name) for name in self.by) or (0,)
        tolerance = tolerance_of(inquiry, rtol=self.rtol, atol=self.atol)
        cases = chosen(inquiry.exercise, self.cases)
        for case in cases:
            once = Call(arguments=inquiry.arguments(case), gradient=positions)
            for question in [once] if self.finite else [once, msgspec.structs.replace(once, cotangent=_TWICE)]:
                failed = self._asked(inquiry, case, question, tolerance)
                if failed is not None:
                    return failed
        many = f" in all {len(cases)} cases" if len(cases) > 1 else ""
        message = f"The gradient is {'finite' if self.finite else 'right'}{many}."
        return Verdict(status="passed", earned=1.0, message=message, detail={"witness": "grader"})

    def _asked(self, inquiry: Inquiry, case: Case, question: Call, tolerance: Tolerance) -> Verdict | None:
        """Asks both workers one question; None where the answers agree."""
        answer = inquiry.submission.ask(question)
        if isinstance(answer, Raised | Ended):
            told = inquiry.explain(answer)
            return self._failed(f"Gradient in case `{case.name}`: {told.message}", told.line, told.hint)
        expected = inquiry.trusted(question)
        if not isinstance(answer, Returned) or not isinstance(expected, Returned):
            raise Broken("a gradient was not answered by a value")
        if self.finite and not _are_finite(expected.value):
            raise Broken(f"the reference's gradient is not finite in case {case.name!r}")
        wrong = self._wrong(expected.value, answer.value, tolerance, hidden=case.hidden)
        if not wrong:
            return None
        names = inquiry.exercise.signature.positional
        given = "" if case.hidden else f" for {call_in_words(names, question.arguments)}"
        if question.cotangent == _TWICE:
            why = _not_twice(inquiry)
            return self._failed(
                f"Gradient of twice the result, in case `{case.name}`{given}: {wrong} {why.message}", why.line, why.hint
            )
        lost = self._lost(inquiry, question, expected, answer)
        return self._failed(f"Gradient in case `{case.name}`{given}: {wrong}{lost.message}", lost.line, lost.hint)

    def _wrong(self, expected: Value, got: Value, tolerance: Tolerance, *, hidden: bool) -> str:
        """What is wrong with a gradient, as the end of a sentence; nothing where it is as it should be."""
        if self.finite:
            told = "" if hidden else f": {value_in_words(got)}"
            return "" if _are_finite(got) else f"it is not finite{told}."
        found = difference(expected, got, tolerance)
        return f"{found.neutral if hidden else found.words}{self._by(found.where)}." if found else ""

    def _by(self, where: str) -> str:
        """By which parameter the wrong part of a gradient is, where there are several."""
        number = where[1:].partition("]")[0]
        return f", by `{self.by[int(number)]}`" if len(self.by) > 1 and number.isdigit() else ""

    def _lost(self, inquiry: Inquiry, question: Call, expected: Returned, answer: Returned) -> Explanation:
        """Why a gradient is not finite where the result is: what jax goes through on the way back."""
        if _are_finite(answer.value) or not _are_finite(expected.value):
            return Explanation(message="")
        own = inquiry.submission.ask(Call(arguments=question.arguments))
        if not isinstance(own, Returned) or not _are_finite(own.value):
            return Explanation(message="" if self.finite else " It is not a finite number.")
        traced = inquiry.submission.ask(Trace(arguments=question.arguments))
        lines = traced.lines if isinstance(traced, Traced) else {}
        choices = sorted(line for line, counts in lines.items() if _CHOICE in counts)
        if not choices or not _hold_nan(answer.value):
            return Explanation(message=" The result itself is finite: on the way back some derivative is not.")
        where = f"line{'s' if len(choices) > 1 else ''} {', '.join(map(str, choices[:_FEW]))}"
        return Explanation(
            message=" The result itself is finite, so the nan comes up on the way back, as 0 · inf does. Look at "
            f"`jnp.where` and its like ({where}): the way leads through both sides, 0 times through the one not taken.",
            line=choices[-1],
            hint=_HARMLESS,
        )

    def _failed(self, message: str, line: int | None, hint: str) -> Verdict:
        return Verdict(
            status="failed",
            earned=0.0,
            message=message,
            line=line,
            hint=hint or self.hint,
            detail={"witness": "grader"},
        )


def _not_twice(inquiry: Inquiry) -> Explanation:
    """Why the gradient of the result is right, and that of twice the result is not: only a rule can do that."""
    rule = next((one for one in inquiry.loaded.derivatives if one.kind == "bwd" and one.unused), None)
    if rule is None:
        return Explanation(
            message="The gradient of the result itself is right. A rule of differentiation has to pass on what comes "
            "in from outside, as a factor.",
            hint=_FACTOR,
        )
    return Explanation(
        message=f"The gradient of the result itself is right: `{rule.name}`, the rule of `{rule.of}`, leaves out "
        f"`{rule.unused}`, what comes in from outside.",
        line=rule.line,
        hint=_FACTOR,
    )


def _are_finite(value: Value) -> bool:
    """Whether no number in a value is nan or infinite."""
    import numpy as np

    return all(np.isfinite(leaf).all() for leaf in _leaves(value))


def _hold_nan(value: Value) -> bool:
    """Whether some number in a value is nan."""
    import numpy as np

    return any(np.isnan(leaf).any() for leaf in _leaves(value))


def _leaves(value: Value) -> Iterator[np.ndarray]:
    """The numbers and arrays in a value."""
    if isinstance(value, Sequence | Mapping | Record):
        for item in value.items:
            yield from _leaves(item)
    elif isinstance(value, Scalar | Array):
        yield array_of(value).astype(complex)
