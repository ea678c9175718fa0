"""Structure: what the traced program is made of, judged before anything is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec

from grader.checks.contradiction import on_the_host
from grader.checks.operations import contradicted
from grader.checks.unknown import unknown_cases
from grader.model.answers import Ended, Raised, Traced
from grader.model.check import Broken, Check, Verdict
from grader.model.questions import Call, Trace

if TYPE_CHECKING:
    from grader.model.check import Inquiry, Worker
    from grader.model.exercise import Exercise
    from grader.model.questions import Arguments

__all__ = ["Growth", "Structure"]

_MANY: Final = 8  # equations
_WHOLE: Final = "Work on the whole array at once, without a loop."
_SCAN: Final = "`lax.scan` (over the rows of arrays) or `lax.fori_loop` (over numbers) puts one round into the program."


_LOWERING: Final = 1.2
"""So many times more than equations may operations grow."""


class Growth(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many times more equations the second case's program may have than the first's.

    The operations of the exported program are held against it, too, with a fifth to spare.
    """

    cases: tuple[str, str]
    at_most: float


class _Settled(Exception):  # noqa: N818 - it carries a verdict, it is no error
    """A case that has no program to look at: carries the verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.message)
        self.verdict = verdict


class _Wrong(msgspec.Struct, frozen=True):
    """What is wrong with a program, the student's line it comes from, where one is known, and what to try, if more."""

    words: str
    line: int | None = None
    hint: str = ""


class Structure(Check, tag="structure", frozen=True, kw_only=True):
    """Primitives of the traced program (``required``, ``forbidden``, ``any_of``), its size and how it grows.

    ``case`` is the one traced (the first by default); ``at_most`` bounds its equations, those of sub-programs included;
    ``growth`` bounds how many times more the second of two cases may have; ``equal`` names two cases whose programs
    must be the same, each traced in a worker of its own. A program that has Python on the host do its work is none.
    ``wrapped: accepted`` takes a plain Python function around
    jitted ones, which has no program of its own: the largest of theirs is judged, and where none can be told, other
    checks judge what it does.
    """

    order = 20
    heading = "The traced program"
    needs = ("traces",)

    case: str = ""
    required: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    at_most: int | None = None
    growth: Growth | None = None
    equal: tuple[str, str] | None = None
    wrapped: Literal["refused", "accepted"] = "refused"

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds unknown cases."""
        found = unknown_cases(exercise, (self.case,) if self.case else (), "case")
        found += unknown_cases(exercise, self.growth.cases if self.growth else (), "growth.cases")
        return found + unknown_cases(exercise, self.equal or (), "equal")

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Traces and counts; nothing is compiled."""
        try:
            case = self.case or inquiry.exercise.cases[0].name
            traced = self._traced(inquiry, case, inquiry.submission)
            call = Call(arguments=inquiry.arguments(inquiry.case(case)))
            host = inquiry.witness.host(call)
            if host is not None:
                told = on_the_host(host)
                return self._failed(f"There is no program to look at: {told.words}", told.line, told.hint)
            wrong = self._primitives(traced) or self._size(traced) or self._growth(inquiry) or self._equal(inquiry)
        except _Settled as settled:
            return settled.verdict
        build = inquiry.witness.build(call) if traced.whole else None
        detail = {
            "equations": traced.equations,
            "primitives": traced.primitives,
            "witness": "grader" if wrong is None and build is not None and build.own else "worker",
        }
        if wrong is None and build is not None and not build.own:
            asked = (*self.required, *self.any_of)
            hidden = contradicted(traced.primitives, build.counts, asked=asked, forbidden=self.forbidden)
            wrong = _Wrong(hidden) if hidden else None
        if wrong is not None:
            hint = " ".join(filter(None, (wrong.hint, self.hint)))
            return Verdict(status="failed", earned=0.0, message=wrong.words, line=wrong.line, hint=hint, detail=detail)
        message = f"The traced program is as asked ({traced.equations} equations)."
        return Verdict(status="passed", earned=1.0, message=message, detail=detail)

    def _traced(self, inquiry: Inquiry, name: str, worker: Worker) -> Traced:
        """The program of a case as a worker traces it. Raises _Settled where there is none."""
        arguments = inquiry.arguments(inquiry.case(name))
        answer = worker.ask(Trace(arguments=arguments))
        if isinstance(answer, Raised | Ended):
            told = inquiry.explain(answer)
            raise _Settled(self._failed(told.message, told.line, told.hint))
        if not isinstance(answer, Traced):
            raise Broken("a trace was answered by something else")
        if not answer.whole and self.wrapped == "accepted":
            within = inquiry.witness.within(Call(arguments=arguments))
            if within is not None:
                return within
            message = "It is a Python function around others, so its calls will tell."
            raise _Settled(Verdict(status="passed", earned=1.0, message=message, detail={"witness": "worker"}))
        if not answer.whole:
            raise _Settled(self._without_program(inquiry, arguments))
        return answer

    def _failed(self, message: str, line: int | None = None, hint: str = "") -> Verdict:
        detail = {"witness": "worker"}
        return Verdict(status="failed", earned=0.0, message=message, line=line, hint=hint or self.hint, detail=detail)

    def _without_program(self, inquiry: Inquiry, arguments: Arguments) -> Verdict:
        """The verdict on a function that is not jitted itself, where its own program is what is judged."""
        name = inquiry.exercise.signature.name
        inner = inquiry.witness.within(Call(arguments=arguments)) is not None
        jitted = "What it calls is jitted, but it" if inner else "It"
        return self._failed(
            f"`{name}` is a plain Python function. {jitted} has no program of its own, and that is judged here.",
            inquiry.loaded.line,
            f"Jit the outermost function: `@jax.jit` above `def {name}`, or `{name} = jax.jit({name})`.",
        )

    def _primitives(self, traced: Traced) -> _Wrong | None:
        """What is wrong with the primitives; None where nothing is."""
        missing = [name for name in self.required if name not in traced.primitives]
        if missing:
            return self._written_out(
                traced, f"The traced program has no `{missing[0]}` in it, and the task asks for one."
            )
        if self.any_of and not set(self.any_of) & set(traced.primitives):
            names = ", ".join(f"`{name}`" for name in self.any_of)
            return self._written_out(traced, f"The traced program has none of {names} in it.")
        for name in self.forbidden:
            if name not in traced.primitives:
                continue
            line = next((line for line, counts in traced.lines.items() if name in counts), None)
            at = f" (line {line})" if line else ""
            return _Wrong(f"The traced program has `{name}` in it{at}, which this task is meant to do without.", line)
        return None

    def _size(self, traced: Traced) -> _Wrong | None:
        if self.at_most is None or traced.equations <= self.at_most:
            return None
        words = f"The traced program has {traced.equations} equations, at most {self.at_most} are allowed here."
        return self._written_out(traced, words)

    def _growth(self, inquiry: Inquiry) -> _Wrong | None:
        if self.growth is None:
            return None
        small, large = (self._traced(inquiry, name, inquiry.submission) for name in self.growth.cases)
        if large.equations <= self.growth.at_most * small.equations:
            return self._hidden_growth(inquiry) if large.whole else None
        words = (
            f"The traced program grows with its input: {small.equations} equations in case `{self.growth.cases[0]}`, "
            f"{large.equations} in case `{self.growth.cases[1]}`."
        )
        more = {line: count - small.loops.get(line, 0) for line, count in large.loops.items()}
        if told := self._written_out(
            msgspec.structs.replace(large, loops=more), words, large.equations - small.equations
        ):
            return told
        line = _growing_line(small, large)
        where = f", most of it on line {line}" if line else ""
        return _Wrong(
            f"{words} Something was written out step by step while tracing{where}: a Python loop, a recursion, `sum`, "
            "`map` or `functools.reduce`.",
            line,
            self._cure,
        )

    def _written_out(self, traced: Traced, words: str, of: int = 0) -> _Wrong | None:
        """What is wrong, with the Python loop that most of it comes from; None where ``of`` asks for one in vain."""
        line = max(traced.loops, key=lambda line: traced.loops[line], default=None)
        if line is None or 2 * traced.loops[line] < (of or traced.equations) or traced.loops[line] < _MANY:
            return None if of else _Wrong(words)
        made = f"{traced.loops[line]} {'more ' if of else ''}come from the Python loop on line {line}"
        return _Wrong(f"{words} {made}: it is written out while jax traces, every round once more.", line, self._cure)

    @property
    def _cure(self) -> str:
        """What to write in the place of a Python loop."""
        return _WHOLE if {"scan", "while"} & {*self.forbidden} else _SCAN

    def _hidden_growth(self, inquiry: Inquiry) -> _Wrong | None:
        """Growth that the traced program does not show, since one of its operations is lowered to a written-out loop.

        What jax's own operations are lowered to grows a little, too, cumulative sums for example.
        """
        if self.growth is None:
            return None
        calls = [Call(arguments=inquiry.arguments(inquiry.case(name))) for name in self.growth.cases]
        builds = [build for build in map(inquiry.witness.build, calls) if build is not None and not build.own]
        if len(builds) < len(calls):
            return None
        small, large = (sum(build.counts.values()) for build in builds)
        if large <= _LOWERING * self.growth.at_most * small:
            return None
        return _Wrong(
            f"The compiled program grows with its input, though its trace does not show it: {small} operations in case "
            f"`{self.growth.cases[0]}`, {large} in case `{self.growth.cases[1]}`. One of its operations is written out "
            "step by step where it is compiled."
        )

    def _equal(self, inquiry: Inquiry) -> _Wrong | None:
        if self.equal is None:
            return None
        # The worker that has traced the one hands out that trace for the other, where shapes and dtypes are the same.
        left = self._traced(inquiry, self.equal[0], inquiry.submission)
        right = self._traced(inquiry, self.equal[1], inquiry.fresh())
        if (left.jaxpr, left.constants, left.equations) == (right.jaxpr, right.constants, right.equations):
            return None
        return _Wrong(f"Cases `{self.equal[0]}` and `{self.equal[1]}` should give the same program, and they do not.")


def _growing_line(small: Traced, large: Traced) -> int | None:
    """The student's line from which most of the equations come that the larger program has more."""
    more = {
        line: sum(counts.values()) - sum(small.lines.get(line, {}).values()) for line, counts in large.lines.items()
    }
    line = max(more, key=lambda line: more[line], default=None)
    return line if line is not None and more[line] > 0 else None
