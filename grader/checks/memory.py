"""Memory: which arguments a call donates and really writes over, and how much its program takes while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from grader.checks.comparison import difference
from grader.checks.contradiction import contradiction
from grader.checks.correctness import jits, tolerance_of
from grader.checks.donation import fault
from grader.checks.unknown import unknown_cases, unknown_parameters
from grader.model.answers import Ended, Raised, Returned, Unexported
from grader.model.check import Broken, Check, Verdict
from grader.model.memory import Donated, Weighed
from grader.model.questions import Call, Donate, Weigh

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grader.model.answers import Answer
    from grader.model.check import Inquiry
    from grader.model.exercise import Case, Exercise
    from grader.model.memory import Kept

__all__ = ["Memory", "Temporary"]

_FEW = 2
_MEGABYTE = 1e6
_WORKER = {"witness": "worker"}


class Temporary(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many times the temporary memory of the ``starter`` or the ``solution`` the compiled program may take.

    ``by`` are the parameters to differentiate by; where there are some, it is the program of the gradient.
    """

    at_most: float
    over: Literal["starter", "solution"] = "starter"
    by: tuple[str, ...] = ()


class Memory(Check, tag="memory", frozen=True, kw_only=True):
    """Parameters whose memory the result must take over (``donated``), or that must be left alone (``kept``).

    ``temporary`` bounds what the compiled program takes beside inputs and outputs, against that of another file.
    ``case`` is the call that is made (the first by default).
    """

    order = 70
    heading = "Memory"

    case: str = ""
    donated: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    temporary: Temporary | None = None

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds unknown cases and parameters, and a check that asks for nothing."""
        found = unknown_cases(exercise, (self.case,) if self.case else (), "case")
        if not exercise.cases:
            found.append(("case", "memory needs at least one case"))
        named = {
            "donated": self.donated,
            "kept": self.kept,
            "temporary.by": self.temporary.by if self.temporary else (),
        }
        for field, words in named.items():
            found += unknown_parameters(exercise, words, field)
        found += [("kept", f"{word!r} is to be donated, too") for word in self.kept if word in self.donated]
        if not (self.donated or self.kept or self.temporary):
            found.append(("donated", "memory asks for nothing; say what is donated, kept, or temporary"))
        return found

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Makes the call and looks at its arguments; has its program compiled where the file never was."""
        case = inquiry.case(self.case) if self.case else inquiry.exercise.cases[0]
        verdicts = []
        if self.donated or self.kept:
            verdicts.append(self._donation(inquiry, case))
        if self.temporary is not None:
            verdicts.append(self._size(inquiry, case, self.temporary))
        failed = [verdict for verdict in verdicts if verdict.status == "failed"]
        detail = {key: value for verdict in verdicts for key, value in verdict.detail.items()}
        detail["witness"] = "worker" if any(one.detail["witness"] == "worker" for one in verdicts) else "grader"
        told = failed[0] if failed else verdicts[0]
        message = told.message if failed else " ".join(verdict.message for verdict in verdicts)
        return msgspec.structs.replace(told, message=message, detail=detail)

    def _donation(self, inquiry: Inquiry, case: Case) -> Verdict:
        """What became of the arguments of a call."""
        names = inquiry.exercise.signature.positional
        question = Donate(arguments=inquiry.arguments(case))
        inquiry.anticipate(question)
        answer = inquiry.submission.ask(question)
        if isinstance(answer, Raised | Ended):
            return self._raised(inquiry, answer)
        own = inquiry.trusted(question)
        if not isinstance(answer, Donated) or not isinstance(own, Donated):
            raise Broken("a question for the memory of arguments was answered by something else")
        if fault(own, names, donated=self.donated, kept=self.kept):
            raise Broken("the reference solution does not get this memory here either")
        wrong = fault(answer, names, donated=self.donated, kept=self.kept)
        if wrong is not None:
            return self._failed(wrong.words, wrong.line, detail=_WORKER)
        if unlike := self._unlike(inquiry, case):
            return unlike
        said = [f"The result lies in the memory of {_named(self.donated)}"] if self.donated else []
        said += [f"{_named(self.kept)} can still be used"] if self.kept else []
        return _passed(f"{', and '.join(said)}.", _WORKER)

    def _unlike(self, inquiry: Inquiry, case: Case) -> Verdict | None:
        """What is wrong where an ordinary call, the first one of a fresh worker, leaves other arguments behind."""
        answer = inquiry.fresh().ask(Call(arguments=inquiry.arguments(case), spent=True))
        if isinstance(answer, Raised | Ended):
            return self._raised(inquiry, answer)
        if not isinstance(answer, Returned):
            raise Broken("a call was answered by something else")
        names = inquiry.exercise.signature.positional
        left = next((name for name in self.donated if names.index(name) not in answer.spent), None)
        gone = next((name for name in self.kept if names.index(name) in answer.spent), None)
        if left is None and gone is None:
            return None
        became = f"`{gone}` is deleted" if left is None else f"`{left}` is still there afterwards"
        words = f"In another call with the same arguments {became}: what is donated changes from call to call."
        return self._failed(words, detail=_WORKER)

    def _size(self, inquiry: Inquiry, case: Case, asked: Temporary) -> Verdict:
        """The temporary memory of a program that is the right one, against that of another file's."""
        names = inquiry.exercise.signature.positional
        positions = tuple(names.index(name) for name in asked.by) or None
        call = Call(arguments=inquiry.arguments(case), gradient=positions)
        what = "gradient" if positions else "result"
        inquiry.witness.gather([call])
        inquiry.anticipate(call)
        answer = inquiry.submission.ask(call)
        if isinstance(answer, Raised | Ended):
            return self._raised(inquiry, answer)
        expected = inquiry.trusted(call)
        if not isinstance(answer, Returned) or not isinstance(expected, Returned):
            raise Broken("a call was answered by something else")
        tolerance = tolerance_of(inquiry)
        found = difference(expected.value, answer.value, tolerance)
        if found is not None:
            at = f" in part {found.where}" if found.where else ""
            words = found.neutral if case.hidden else f"{found.words}{at}"
            return self._failed(f"The {what} in case `{case.name}` is not right: {words}.")
        testimony = inquiry.witness.testimony(call)
        refuted = contradiction(
            testimony, expected.value, answer.value, tolerance, inquiry.loaded, jitted=jits(inquiry)
        )
        if refuted is not None:
            return self._failed(f"Case `{case.name}`: {refuted.neutral}", refuted.line, hint=refuted.hint)
        held = self._held(inquiry, call, asked, what)
        return self._in_short(held, asked, what) if case.hidden else held

    def _in_short(self, held: Verdict, asked: Temporary, what: str) -> Verdict:
        """The verdict of a hidden case: a size may be a value that its program was made for."""
        passed = held.status == "passed"
        message = (
            f"The compiled program of the {what} takes {'at most' if passed else 'more than'} {asked.at_most:g} times "
            f"the temporary memory that the {asked.over}'s takes."
        )
        detail = {"over": asked.over, "at_most": asked.at_most, "witness": held.detail["witness"]}
        return msgspec.structs.replace(held, message=message, line=None, detail=detail)

    def _held(self, inquiry: Inquiry, call: Call, asked: Temporary, what: str) -> Verdict:
        """The memory of a right program, held against what is asked."""
        weighed = inquiry.witness.weigh(call)
        if isinstance(weighed, Unexported):
            return self._failed(f"The {what} has no program that could be compiled by itself ({weighed.reason}).")
        question = Weigh(arguments=call.arguments, gradient=call.gradient)
        over = inquiry.trusted(question) if asked.over == "solution" else inquiry.starter.ask(question)
        size, base = _bytes(weighed, "the submission's program"), _bytes(over, f"the {asked.over}")
        ratio = size / base if base else 1.0
        detail: dict[str, Any] = {
            "temporary": size,
            "over": asked.over,
            "base": base,
            "times": ratio,
            "at_most": asked.at_most,
        }
        if ratio <= asked.at_most:
            message = f"The compiled program of the {what} takes {_words(size)} of temporary memory, {ratio:.2f} times "
            return _passed(f"{message}what the {asked.over}'s takes.", detail)
        message = (
            f"The compiled program of the {what} takes {_words(size)} of temporary memory, {ratio:.2f} times what the "
            f"{asked.over}'s takes ({_words(base)}); at most {asked.at_most:g} times is asked."
        )
        told = inquiry.submission.ask(question) if call.gradient else None
        if not isinstance(told, Weighed) or told.kept is None:
            return self._failed(message, detail=detail)
        kept = told.kept[:_FEW]
        detail["kept"] = [msgspec.structs.asdict(one) for one in told.kept]
        line = next((one.line for one in kept if one.line), None)
        return self._failed(f"{message} {_why(kept)}", line, detail=detail)

    def _raised(self, inquiry: Inquiry, answer: Raised | Ended) -> Verdict:
        told = inquiry.explain(answer)
        return self._failed(told.message, told.line, hint=told.hint, detail=_WORKER)

    def _failed(
        self, message: str, line: int | None = None, *, hint: str = "", detail: dict[str, Any] | None = None
    ) -> Verdict:
        detail = {"witness": "grader"} | (detail or {})
        return Verdict(status="failed", earned=0.0, message=message, line=line, hint=hint or self.hint, detail=detail)


def _passed(message: str, detail: dict[str, Any]) -> Verdict:
    return Verdict(status="passed", earned=1.0, message=message, detail={"witness": "grader"} | detail)


def _bytes(answer: Answer, whose: str) -> int:
    """The bytes that were told. Raises Broken where they were not."""
    if not isinstance(answer, Weighed):
        raise Broken(f"the memory of {whose} could not be told")
    return answer.temporary


def _why(kept: Iterable[Kept]) -> str:
    """What a function keeps for its backward pass, largest first."""
    listed = [
        f"{one.times} × {one.type}" * (one.times > 1)
        + one.type * (one.times == 1)
        + (f" (line {one.line})" if one.line else f" ({one.made})")
        for one in kept
    ]
    if listed:
        return f"Most of that is kept by the forward pass for the backward pass: {', '.join(listed)}."
    return (
        "Nothing but the arguments is kept for the backward pass, so all of it is computed again there in one piece, "
        "and all intermediate results are there at once."
    )


def _words(size: int) -> str:
    """A number of bytes in a unit that suits it."""
    return f"{size / _MEGABYTE:.2g} MB"


def _named(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
