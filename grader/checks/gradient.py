"""Gradient: ``jax.grad`` of the submission against ``jax.grad`` of the reference."""

from __future__ import annotations

from typing import Final

import msgspec

from grader.checks.comparison import Tolerance, difference
from grader.checks.correctness import chosen, tolerance_of
from grader.checks.leaves import is_finite, numbers_in
from grader.checks.number_faults import diagnosis, gradient_fault
from grader.checks.unknown import unknown_cases, unknown_parameters
from grader.checks.wording import call_in_words, value_in_words
from grader.model.answers import Ended, Raised, Returned
from grader.model.check import Broken, Check, Explanation, Inquiry, Verdict
from grader.model.exercise import Case, Exercise
from grader.model.questions import Call
from grader.model.values import Value

__all__ = ["Gradient"]

_TWICE: Final = 2.0  # exact in floating point
_FACTOR: Final = (
    "Multiply the derivative by what comes in: `return (g * derivative,)`. It is 1 only where nothing is done with the "
    "result afterwards."
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
        if self.finite and not is_finite(expected.value):
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
        lost = self._lost(inquiry, question, expected, answer, hidden=case.hidden)
        hint = " ".join(filter(None, (lost.hint, self.hint)))
        return self._failed(f"Gradient in case `{case.name}`{given}: {wrong}{lost.message}", lost.line, hint)

    def _wrong(self, expected: Value, got: Value, tolerance: Tolerance, *, hidden: bool) -> str:
        """What is wrong with a gradient, as the end of a sentence; nothing where it is as it should be."""
        if self.finite:
            told = "" if hidden else f": {value_in_words(got)}"
            return "" if is_finite(got) else f"it is not finite{told}."
        found = difference(expected, got, tolerance)
        return f"{found.neutral if hidden else found.words}{self._by(found.where)}." if found else ""

    def _by(self, where: str) -> str:
        """By which parameter the wrong part of a gradient is, where there are several."""
        number = where[1:].partition("]")[0]
        return f", by `{self.by[int(number)]}`" if len(self.by) > 1 and number.isdigit() else ""

    def _lost(
        self, inquiry: Inquiry, question: Call, expected: Returned, answer: Returned, *, hidden: bool
    ) -> Explanation:
        """Why a gradient is not finite, or 0 throughout, or lacks a part: the operation that makes it so."""
        finite = is_finite(answer.value)
        if not finite and not is_finite(expected.value):
            return Explanation(message="")
        positions = question.gradient or (0,)
        names = [inquiry.exercise.signature.positional[position] for position in positions]
        found = diagnosis(inquiry, question.arguments, positions)
        flat = finite and _flat_parts(expected.value, answer.value)
        told = gradient_fault(found, names, "flat" if flat else "wrong" if finite else "endless", hidden=hidden)
        if finite:
            return _continued("", told)
        own = inquiry.submission.ask(Call(arguments=question.arguments))
        if not isinstance(own, Returned) or not is_finite(own.value):
            return _continued("" if self.finite else " It is not a finite number.", told)
        if told is None:
            return Explanation(message=" The result itself is finite: on the way back some derivative is not.")
        return _continued(" The result itself is finite.", told)

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


def _continued(words: str, told: Explanation | None) -> Explanation:
    """What is said of a gradient, continued by the operation that makes it so, where that is known."""
    if told is None:
        return Explanation(message=words)
    return Explanation(message=f"{words} {told.message}", line=told.line, hint=told.hint)


def _flat_parts(expected: Value, got: Value) -> bool:
    """Whether some part of a gradient is 0 throughout where the right one is not."""
    return any(
        bool((want != 0).any()) and not (have != 0).any()
        for want, have in zip(numbers_in(expected), numbers_in(got), strict=False)
    )
