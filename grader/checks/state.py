"""State: objects of the submission's are made, used and changed, and what comes of it is held against the reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from grader.checks.comparison import Difference, difference
from grader.checks.correctness import tolerance_of
from grader.checks.wording import lost_key, stale_key
from grader.model.answers import Counted, Ended, Raised, Returned
from grader.model.check import Broken, Check, Verdict
from grader.model.exercise import Case
from grader.model.questions import Arguments, Call, Count
from grader.model.values import Mapping

if TYPE_CHECKING:
    from grader.model.check import Inquiry
    from grader.model.exercise import Exercise
    from grader.model.values import Value

__all__ = ["State"]


class State(Check, tag="state", frozen=True, kw_only=True):
    """What a function of ``fixtures.py`` observes with the submission, against what it observes with the reference.

    ``fixture`` names that function. It gets the submission's object, does with it what a user would, and returns a
    dict: each key is the code that tells what was done, each value what came of it. With a ``call`` it gets that call's
    arguments, too, drawn ones say. All or nothing; ``rtol``, ``atol`` and ``dtype`` as in correctness.
    """

    order = 32
    heading = "State"
    needs = ("traces", "structure")

    fixture: str
    call: Case | None = None
    rtol: float | None = None
    atol: float | None = None
    dtype: Literal["default", "exact", "any"] = "default"

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds a missing fixtures.py."""
        return [] if exercise.fixtures else [("fixture", f"there is no fixtures.py to take {self.fixture!r} from")]

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Has the fixture run beside both files, and tells the first observation that differs."""
        arguments = Arguments() if self.call is None else inquiry.arguments(self.call)
        question = Call(arguments=arguments, fixture=self.fixture)
        inquiry.anticipate(question)
        answer = inquiry.submission.ask(question)
        if isinstance(answer, Raised | Ended):
            told = inquiry.explain(answer)
            return self._verdict(told.message, line=told.line, hint=told.hint)
        expected = inquiry.trusted(question)
        if not isinstance(expected, Returned) or not isinstance(expected.value, Mapping):
            raise Broken(f"{self.fixture} of fixtures.py returned no dict")
        changed = answer.changed if isinstance(answer, Returned) else ()
        lost, at = lost_key(changed)
        if lost:
            return self._verdict(lost, line=at or inquiry.loaded.line)
        value = answer.value if isinstance(answer, Returned) else None
        observed = dict(zip(value.keys, value.items, strict=True)) if isinstance(value, Mapping) else {}
        tolerance = tolerance_of(inquiry, rtol=self.rtol, atol=self.atol, dtype=self.dtype)
        right: dict[str, Value] = {}
        for words, wanted in zip(map(str, expected.value.keys), expected.value.items, strict=True):
            if words not in observed:
                return self._verdict(f"`{words}`: nothing came of it.", line=inquiry.loaded.line)
            got = observed[words]
            if found := difference(wanted, got, tolerance):
                earlier = [told for told, value in right.items() if difference(value, got, tolerance) is None]
                stale, at = stale_key(changed)
                if stale and not earlier:
                    seen = f"`{words}`: {found.words}{f' in part {found.where}' if found.where else ''}."
                    return self._verdict(f"{seen} {stale}", line=at or inquiry.loaded.line)
                line = self._compiled(inquiry, arguments) if earlier else None
                return self._verdict(_sentences(words, found, earlier, line), line=line or inquiry.loaded.line)
            right[words] = wanted
        return self._verdict(f"All {len(right)} observations are right.", passed=True)

    def _compiled(self, inquiry: Inquiry, arguments: Arguments) -> int | None:
        """The line that all which the fixture has compiled is compiled for; None where there are several."""
        counted = inquiry.submission.ask(Count(arguments=arguments, fixture=self.fixture, cleared=True))
        compilations = counted.compilations if isinstance(counted, Counted) else ()
        lines = {one.line for one in compilations if one.kind == "jit"}
        return lines.pop() if len(lines) == 1 else None

    def _verdict(self, message: str, *, line: int | None = None, hint: str = "", passed: bool = False) -> Verdict:
        return Verdict(
            status="passed" if passed else "failed",
            earned=float(passed),
            message=message,
            line=line,
            hint="" if passed else hint or self.hint,
            detail={"witness": "worker"},
        )


def _sentences(words: str, found: Difference, earlier: list[str], line: int | None) -> str:
    """What was done and what came of it; where that is what had come of something earlier, what it means."""
    at = f" in part {found.where}" if found.where else ""
    told = f"`{words}`: {found.words}{at}."
    if earlier:
        told += (
            f" That is what came of `{earlier[-1]}`, so the change was not seen. A compiled program"
            f"{f', that of line {line} here,' if line else ''} keeps what was no traced argument as it was while jax"
            " traced: a static argument, self say, or a value of the function around it."
        )
    return told
