"""Recompiles: at most so many XLA compilations over a sequence of calls, the first compilation included."""

from __future__ import annotations

import functools
import secrets
from typing import TYPE_CHECKING, Any, Literal

from grader.checks.ablation import ablation, little_work, outside, wanted_work
from grader.checks.counted_calls import counted_calls
from grader.checks.eager_operations import EagerOperations
from grader.checks.recompile_causes import commonest, listed
from grader.checks.wording import lost_key
from grader.model.answers import Ended, Raised
from grader.model.check import Check, Verdict
from grader.model.exercise import Case
from grader.model.incidents import AheadOfTime
from grader.model.questions import Call, JitOptions

if TYPE_CHECKING:
    from grader.checks.counted_calls import CountedCalls
    from grader.model.check import Inquiry
    from grader.model.exercise import Exercise
    from grader.model.questions import Arguments

__all__ = ["Recompiles"]

_JIT_OFF = "jax_disable_jit"
_FEW = 3


class Recompiles(Check, tag="recompiles", frozen=True, kw_only=True):
    """No more than ``at_most`` compilations during ``calls``, made in this order in a fresh worker. All or nothing.

    ``fixture`` names a function of ``fixtures.py`` that each call goes to, the submission's function first.

    ``eager: count`` counts every compilation. By default operations outside jit are not counted where an honest
    file may have them: beside a jitted function, in a call whose arguments are of types not seen before in the
    sequence, for there every operation is compiled for the first time, conversions before the jitted core say; and
    in any call as often as the reference or the starter, run eagerly, compile a program of that name. What
    recompiles in a later call of the same types is counted, whatever its name. Jitted functions and loops outside
    jit always count, and the name decides nothing there.

    What the file compiles while it loads counts as far as ``calls`` need it: jax's caches are emptied before the first
    one. So do programs that were compiled ahead of time and are called. Where a plain function calls what is jitted,
    each call has to owe its result to that, and most of the work has to be done there.

    Three witnesses: the worker's events, XLA's own log, and the grader's clock, by which a call that admits no
    compilation takes less than the quickest canary took to compile. Honest functions may be as slow as that, so
    the clock alone fails nobody: it takes the ``grader`` from ``witness``.
    """

    order = 60
    heading = "Compilations"

    at_most: int
    calls: tuple[Case, ...]
    eager: Literal["ignore", "count"] = "ignore"
    fixture: str = ""

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds a bound below zero, an empty sequence, a fixture that is not there."""
        found = []
        if self.at_most < 0:
            found.append(("at_most", "a number of compilations is not negative"))
        if not self.calls:
            found.append(("calls", "recompiles needs at least one call"))
        if self.fixture and exercise.fixtures is None:
            found.append(("fixture", f"there is no fixtures.py to take {self.fixture!r} from"))
        if not exercise.signature.called:
            found.append(("check", f"{exercise.signature.name} is read, not called: there is nothing to count"))
        return found

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Makes the calls one at a time, lets XLA's own log witness the count, and judges the number."""
        observed = counted_calls(inquiry, inquiry.fresh(), self.calls, self.fixture)
        if isinstance(observed, Raised | Ended):
            told = inquiry.explain(observed)
            return Verdict(
                status="failed",
                earned=0.0,
                message=told.message,
                line=told.line,
                hint=told.hint or self.hint,
                detail={"count": None, "at_most": self.at_most, "compilations": [], "witness": "worker"},
            )
        return self._verdict(inquiry, observed)

    def _verdict(self, inquiry: Inquiry, observed: CountedCalls) -> Verdict:
        """Judges the number, after making sure that there is one to believe and that something was jitted at all."""
        exercise, loaded = inquiry.exercise, inquiry.loaded
        ours = isinstance(exercise.jit, JitOptions)
        jitted = ours or observed.jits or observed.ahead or (loaded.jitted and bool(observed.rows))
        counted = list(observed.rows)
        if self.eager == "ignore":
            counted = EagerOperations(inquiry, observed.arguments, self.fixture).counted(counted, jitted=jitted)
        count, calls = len(counted), _number(len(self.calls), "call")
        allowed = count <= self.at_most
        confirmed = observed.xla is not None and (observed.xla <= self.at_most) == allowed and not observed.doubted
        detail: dict[str, Any] = {
            "count": count,
            "at_most": self.at_most,
            "compilations": [row.told for row in counted],
            "ignored": len(observed.rows) - count,
            "xla": observed.xla,
            "doubted": list(observed.doubted),
            "load": len(loaded.compilations),
            "config": list(observed.config),
            "witness": "grader" if confirmed else "worker",
        }
        if observed.distrusted:
            return self._failed(observed.distrusted, None, {**detail, "witness": "grader"})
        if _JIT_OFF in observed.config and exercise.jit != "none":
            without = "some calls run without it" if observed.jits else f"in {calls} no function of yours was compiled"
            message = (
                f"jit is switched off in this file, so {without}. "
                f"Remove what sets `{_JIT_OFF}` or calls `jax.disable_jit`; it is meant for finding mistakes."
            )
            return self._failed(message, loaded.line, detail)
        if exercise.jit == "submission" and not jitted:
            loops = [row for row in counted if row.kind == "loop"]
            seen = "no function of yours was compiled."
            if loops:
                seen = f"jax compiled {_number(len(loops), 'loop')}, and no function of yours. {commonest(loops).words}"
            message = f"`{exercise.signature.name}` is never jitted: in {calls} {seen}"
            line = commonest(loops).line if loops else loaded.line
            return self._failed(f"{message} Put `jax.jit` around the outermost function.", line, detail)
        lost, line = lost_key(observed.changed)
        if lost:
            return self._failed(lost, line, {**detail, "witness": "worker"})
        if not allowed:
            told = commonest(counted)
            bound = f"at most {self.at_most} {_be(self.at_most)} allowed"
            message = f"{_number(count, 'compilation')} for {calls}, where {bound}. {told.words} {told.advice}"
            if observed.warmed:
                message += " What your file compiles while it loads counts as well, as far as these calls need it."
            return self._failed(message, told.line, detail)
        beside = self._beside(inquiry, observed, count)
        if beside:
            return self._failed(beside, loaded.line, {**detail, "witness": "worker"})
        return Verdict(status="passed", earned=1.0, message=self._praise(observed, count, calls), detail=detail)

    def _beside(self, inquiry: Inquiry, observed: CountedCalls, count: int) -> str:
        """Why the results do not come from what was compiled, or from more than that; empty where they may."""
        if inquiry.exercise.jit != "submission":
            return ""
        wanted = None if self.fixture else wanted_work(inquiry, observed.arguments[-1])
        if inquiry.loaded.jitted:
            return ""
        name = inquiry.exercise.signature.name
        advice = "Put `jax.jit` around the function that computes it."
        few = observed.arguments[:_FEW]
        others = [inquiry.arguments(self.calls[0], stream="rehearsal"), *few]
        calls = [call for number, call in enumerate(others) if call not in others[:number]]
        if inquiry.witness.idle(calls, ahead=observed.ahead, fixture=self.fixture):
            bare = not self.fixture and all(inquiry.witness.bare(Call(arguments=arguments)) for arguments in few)
            how = "comes from none of them" if bare else "is the same without them"
            return f"`{name}` is never jitted: functions of yours are compiled, but its result {how}. {advice}"
        made = ablation(observed.arguments, observed.results, inquiry.fresh, fixture=self.fixture)
        if made.fails:
            numbers = f"{len(made.idle)} of {_number(made.calls, 'call')}, number {listed(made.idle)},"
            how = (
                "no jitted function of yours computed anything"
                if made.idle == made.unjitted
                else "the result is the same without your jitted functions"
            )
            return f"`{name}` does not always use what it jits: in {numbers} {how}. {advice}"
        ahead = len(made.executables) + count - sum(AheadOfTime() in row.causes for row in observed.rows)
        if ahead > self.at_most:
            return (
                f"{_number(ahead, 'program')} serve {_number(made.calls, 'call')}, where at most {self.at_most} "
                f"{_be(self.at_most)} allowed: what your file compiles ahead of time while it loads counts as well."
            )
        if wanted is None:
            return ""
        draw = functools.partial(self._drawn, inquiry)
        share = little_work(wanted, inquiry.fresh(), draw, before=observed.arguments)
        return "" if share is None else f"{outside(name, share)} {advice}"

    def _drawn(self, inquiry: Inquiry) -> Arguments:
        """The arguments of the last call with arrays that nobody has seen."""
        return inquiry.arguments(self.calls[-1], stream=secrets.token_hex(8))

    def _failed(self, message: str, line: int | None, detail: dict[str, Any]) -> Verdict:
        return Verdict(status="failed", earned=0.0, message=message, line=line, hint=self.hint, detail=detail)

    def _praise(self, observed: CountedCalls, count: int, calls: str) -> str:
        """The count in one sentence, for it is the point; a further one where settings of jax were changed."""
        if not count:
            words = f"No compilation in {calls}: the programs were there already."
        elif count == self.at_most:
            words = f"{_number(count, 'compilation')} for {calls}, as expected."
        else:
            words = (
                f"{_number(count, 'compilation')} for {calls}, where up to {self.at_most} {_be(self.at_most)} allowed."
            )
        if observed.config:
            words += f" The calls changed settings of jax: {', '.join(observed.config)}."
        return words


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _be(count: int) -> str:
    return "is" if count == 1 else "are"
