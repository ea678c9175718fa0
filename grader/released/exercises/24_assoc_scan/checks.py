"""Exercise 24's own check: an operator gives the same in both groupings of three elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader import Broken, Check, Verdict
from grader.checks.comparison import Tolerance, difference
from grader.model.answers import Ended, Raised, Returned
from grader.model.questions import Arguments, Call
from grader.model.values import Sequence

if TYPE_CHECKING:
    from grader import Exercise, Inquiry
    from grader.model.values import Value

_TRIPLES = 3
_CLOSE = Tolerance(rtol=1e-4, atol=1e-4)


class Associative(Check, tag="associative", frozen=True, kw_only=True):
    """Random triples, drawn as the two arguments of a ``case`` are, give the same grouped from the left and the right."""

    order = 31
    informs = True  # it is why values are wrong

    case: str

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds a missing fixtures.py and an unknown case."""
        found = [] if exercise.fixtures else [("case", "there is no fixtures.py")]
        known = any(case.name == self.case for case in exercise.cases)
        return found if known else [*found, ("case", f"no case is called {self.case!r}")]

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Has triples put together in both groupings, and compares these."""
        for number in range(_TRIPLES):
            left, middle, right = self._triple(inquiry, number)
            call = Call(fixture="both_ways", arguments=Arguments(positional=(left, middle, right)))
            answer = inquiry.submission.ask(call)
            if isinstance(answer, Raised | Ended):
                told = inquiry.explain(answer)
                return self._failed(told.message, told.line, told.hint)
            if not isinstance(answer, Returned) or not isinstance(answer.value, Sequence):
                raise Broken("both_ways of fixtures.py returned no tuple")
            one, other = answer.value.items
            found = difference(one, other, _CLOSE)
            if found is not None:
                where = f" in part {found.where}" if found.where else ""
                return self._failed(
                    "combine is not associative: for three random elements combine(combine(l, m), r) and "
                    f"combine(l, combine(m, r)) differ{where}. Where the groups are drawn would change the result."
                )
        detail = {"witness": "grader"}
        return Verdict(status="passed", earned=1.0, message="Both groupings give the same.", detail=detail)

    def _triple(self, inquiry: Inquiry, number: int) -> tuple[Value, ...]:
        """Three elements that only this run has drawn."""
        case = inquiry.case(self.case)
        first, second = (inquiry.arguments(case, stream=f"triple {number} {part}").positional for part in "lr")
        return (*first, second[0])

    def _failed(self, message: str, line: int | None = None, hint: str = "") -> Verdict:
        detail = {"witness": "grader", "findings": [message]}
        hint = hint or self.hint
        return Verdict(status="failed", earned=0.0, message=message, line=line, hint=hint, detail=detail)
