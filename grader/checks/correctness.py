"""Correctness: the submission's values against the reference's, case by case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from grader.checks.comparison import Difference, Tolerance, difference
from grader.checks.contradiction import Contradiction, contradiction
from grader.checks.differences import Compared, known_shape
from grader.checks.leaves import is_finite
from grader.checks.number_faults import diagnosis, narrowing, value_fault
from grader.checks.overlooked import overlooked
from grader.checks.stacking import stack
from grader.checks.unknown import unknown_cases, unknown_parameters
from grader.checks.wording import call_in_words, lost_key, stale_key
from grader.model.answers import Ended, Raised, Returned
from grader.model.check import Broken, Check, Explanation, Verdict
from grader.model.questions import Call, JitOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.checks.resemblances import Resemblance
    from grader.model.check import Inquiry
    from grader.model.exercise import Case, Exercise

__all__ = ["Correctness", "chosen", "jits", "tolerance_of"]


def chosen(exercise: Exercise, words: tuple[str, ...]) -> tuple[Case, ...]:
    """Returns the cases that these names and tags choose, all of them where there are none."""
    return tuple(case for case in exercise.cases if not words or case.name in words or (case.tag and case.tag in words))


def tolerance_of(inquiry: Inquiry, **fields: Any) -> Tolerance:  # noqa: ANN401 - the fields of Tolerance
    """Returns a tolerance that knows whether the submission switched 64-bit types on."""
    loaded = inquiry.loaded
    return Tolerance(x64=loaded.x64, **fields)


def jits(inquiry: Inquiry) -> bool:
    """Returns whether the function itself is jitted, by the file or by the grader."""
    return inquiry.loaded.jitted or isinstance(inquiry.exercise.jit, JitOptions)


class _Trial(msgspec.Struct, frozen=True):
    """One thing to ask: a case under one way of calling, as submission and reference are both asked."""

    name: str
    hidden: bool
    weight: float
    question: Call
    expects: Call
    words: str

    @property
    def shown(self) -> bool:
        """Whether it is a visible case, called as the exercise has it."""
        return not self.hidden and self.question.how == "as given" and not self.question.vmap


class _Outcome(msgspec.Struct, frozen=True):
    """What came of a trial: nothing wrong, a difference, or an exception explained; not asked once nobody is there.

    ``refuted`` is what its program says against a right result, ``proven`` whether it says the same; ``compared``
    are both values, of a visible case called as the exercise has it. ``lost``: a result is not finite that should be.
    """

    trial: _Trial
    found: Difference | None = None
    raised: Explanation | None = None
    asked: bool = True
    refuted: Contradiction | None = None
    proven: bool = False
    compared: Compared | None = None
    lost: bool = False
    stale: tuple[str, int | None] = ("", None)

    @property
    def passed(self) -> bool:
        return self.found is None and self.raised is None and self.refuted is None


class Correctness(Check, tag="correctness", frozen=True, kw_only=True):
    """Structure, shape, dtype and values of the result against the reference's, points shared out by case.

    ``cases`` are names or tags (all where there are none); ``vmap`` names parameters to map over in one further
    trial; ``eager`` calls each case unjitted, too. ``rtol`` and ``atol`` take the place of the dtype's own tolerances;
    ``integer_exact`` allows none. ``dtype``: ``default`` accepts 64-bit twins where the file switched ``x64`` on,
    ``exact`` does not, ``any`` does not look; ``weak_type`` asks for the reference's weak types, too. With
    ``all_or_nothing`` one wrong case costs all points.
    """

    order = 30
    heading = "Right results"
    needs = ("traces", "structure")

    cases: tuple[str, ...] = ()
    rtol: float | None = None
    atol: float | None = None
    all_or_nothing: bool = False
    dtype: Literal["default", "exact", "any"] = "default"
    weak_type: bool = False
    vmap: tuple[str, ...] = ()
    eager: bool = False
    integer_exact: bool = False

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds unknown cases and parameters."""
        found = unknown_cases(exercise, self.cases)
        if not exercise.cases:
            found.append(("cases", "correctness needs at least one case"))
        return found + unknown_parameters(exercise, self.vmap, "vmap")

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Asks submission and reference for every trial and compares; stops asking a worker that is gone."""
        trials = list(self._trials(inquiry))
        # A file that was given a hidden case could tell its values later on, so these come last.
        asked = sorted(trials, key=lambda trial: trial.hidden)
        found = dict(zip(map(id, asked), self._outcomes(inquiry, asked), strict=True))
        outcomes = [found[id(trial)] for trial in trials]
        whole = sum(outcome.trial.weight for outcome in outcomes)
        earned = sum(outcome.trial.weight for outcome in outcomes if outcome.passed) / whole
        failed = [outcome for outcome in outcomes if not outcome.passed]
        if self.all_or_nothing and failed:
            earned = 0.0
        detail = {"cases": [self._row(outcome, whole) for outcome in outcomes], "witness": _witness(outcomes)}
        if not failed:
            message = f"All {len(outcomes)} cases are right." if len(outcomes) > 1 else "The case is right."
            return Verdict(status="passed", earned=1.0, message=message, detail=detail)
        # A visible case shows its values, so it is the one to tell even where a hidden one failed before it.
        first = next((outcome for outcome in failed if not outcome.trial.hidden), failed[0])
        unasked = sum(not outcome.asked for outcome in failed)
        told = first.raised or first.refuted
        line = told.line if told else None
        shape = self._shape(inquiry, outcomes) if first.found is not None else None
        alike = f" {shape.words}." if shape and shape.words else ""
        if first.found is not None and (oversight := overlooked(inquiry.loaded.oversights)):
            line, shape = oversight
            alike += f" {shape.words}."
        elif first.stale[0]:
            alike, line = f" {first.stale[0]}", first.stale[1]
        elif (cause := self._lost(inquiry, first, shape)) is not None:
            line, told, alike = cause.line, cause, f" {cause.message}"
        others = len(failed) - 1 - unasked
        more = f" {others} more of {len(outcomes)} cases differ." if others else ""
        more += f" The other {unasked} could not be run." if unasked else ""
        return Verdict(
            status="failed",
            earned=earned,
            message=_sentence(first, full=True) + alike + more,
            line=line,
            hint=(told.hint if told else "") or " ".join(filter(None, (shape.hint if shape else "", self.hint))),
            detail=detail,
        )

    def _tolerance(self, inquiry: Inquiry) -> Tolerance:
        loose = {"rtol": self.rtol, "atol": self.atol, "exact": self.integer_exact}
        return tolerance_of(inquiry, **loose, dtype=self.dtype, weak_type=self.weak_type)

    def _shape(self, inquiry: Inquiry, outcomes: list[_Outcome]) -> Resemblance | None:
        """How the visible results differ, where that has a known shape; None where the hidden ones alone do."""
        compared = [outcome.compared for outcome in outcomes if outcome.compared is not None]
        return known_shape(compared, self._tolerance(inquiry))

    def _lost(self, inquiry: Inquiry, first: _Outcome, shape: Resemblance | None) -> Explanation | None:
        """The operation at which the numbers of a wrong result are lost, as far as its program tells."""
        question, found = first.trial.question, first.found
        if found is None or found.kind not in ("value", "nan", "dtype") or question.how != "as given" or question.vmap:
            return None
        seen = diagnosis(inquiry, question.arguments)
        if found.kind == "dtype" or (shape is not None and shape.kind in ("rounding", "wide")):
            narrow = narrowing(seen)
            return narrow and msgspec.structs.replace(narrow, message=_joined(shape, narrow.message))
        fault = value_fault(seen, lost=first.lost, hidden=first.trial.hidden)
        return fault and msgspec.structs.replace(
            fault,
            message=_joined(None if first.lost else shape, fault.message),
            hint=" ".join(filter(None, (fault.hint, self.hint))),
        )

    def _outcomes(self, inquiry: Inquiry, trials: list[_Trial]) -> Iterator[_Outcome]:
        """Yields the outcome of each trial, in order."""
        tolerance = self._tolerance(inquiry)
        gone: Explanation | None = None
        names = inquiry.exercise.signature.positional
        for number, trial in enumerate(trials):
            if not number or trial.hidden is not trials[number - 1].hidden:
                alike = (one for one in trials if one.hidden is trial.hidden)
                inquiry.witness.gather(one.question for one in alike if one.question.how == "as given")
            if gone is not None:
                yield _Outcome(trial, raised=gone, asked=False)
                continue
            inquiry.anticipate(trial.expects)
            answer = inquiry.submission.ask(trial.question)
            if isinstance(answer, Raised | Ended):
                told = inquiry.explain(answer)
                gone = told if isinstance(answer, Ended) else None
                yield _Outcome(trial, raised=told)
                continue
            expected = inquiry.trusted(trial.expects)
            if not isinstance(answer, Returned) or not isinstance(expected, Returned):
                raise Broken(f"a call was answered by {type(answer).__name__} and {type(expected).__name__}")
            found = difference(expected.value, answer.value, tolerance)
            mutated, line = lost_key(answer.changed)
            if mutated:
                yield _Outcome(trial, raised=Explanation(cause="static-changed", message=mutated, line=line, hint=""))
                continue
            compared = None
            if trial.shown:
                arguments = dict(zip(names, trial.question.arguments.positional, strict=False))
                compared = Compared(name=trial.name, arguments=arguments, expected=expected.value, got=answer.value)
            if found is not None or trial.question.how == "eager":
                lost = found is not None and is_finite(expected.value) and not is_finite(answer.value)
                stale = stale_key(answer.changed)
                yield _Outcome(trial, found=found, compared=compared, lost=lost, stale=stale)
                continue
            testimony = inquiry.witness.testimony(trial.question)
            refuted = contradiction(
                testimony, expected.value, answer.value, tolerance, inquiry.loaded, jitted=jits(inquiry)
            )
            proven = testimony.kind in ("reference", "result")
            yield _Outcome(trial, refuted=refuted, proven=proven, compared=compared)

    def _trials(self, inquiry: Inquiry) -> Iterator[_Trial]:
        """Yields what is asked: each case, each case eagerly, one call under vmap."""
        exercise = inquiry.exercise
        cases = chosen(exercise, self.cases)
        names = exercise.signature.positional
        for case in cases:
            arguments = inquiry.arguments(case)
            call = Call(arguments=arguments)
            words = call_in_words(names, arguments)
            yield _Trial(case.name, case.hidden, case.weight, call, call, words)
            if self.eager:
                eager = Call(arguments=arguments, how="eager")
                yield _Trial(f"{case.name}, unjitted", case.hidden, case.weight, eager, call, words)
        if self.vmap:
            visible = [case for case in cases if not case.hidden] or list(cases)
            mapped = tuple(name in self.vmap for name in names)
            arguments = stack(tuple(map(inquiry.arguments, visible)), mapped)
            call = Call(arguments=arguments, vmap=tuple(0 if yes else None for yes in mapped))
            words = call_in_words(names, arguments)
            yield _Trial("under vmap", visible[0].hidden, 1.0, call, call, words)

    def _row(self, outcome: _Outcome, whole: float) -> dict[str, Any]:
        """One case as the JSON report has it."""
        trial = outcome.trial
        most = self.points * trial.weight / whole
        return {
            "name": trial.name,
            "hidden": trial.hidden,
            "status": "passed" if outcome.passed else "failed",
            "score": most if outcome.passed else 0.0,
            "max_score": most,
            "message": "" if outcome.passed else _sentence(outcome, full=not trial.hidden),
        }


def _joined(shape: Resemblance | None, words: str) -> str:
    """What is seen of a result, continued."""
    return f"{shape.words}. {words}" if shape is not None and shape.words else words


def _sentence(outcome: _Outcome, *, full: bool) -> str:
    """What went wrong in one case; a hidden one tells neither its input nor any value."""
    trial = outcome.trial
    if outcome.raised is not None:
        return f"Case `{trial.name}`: {outcome.raised.message}"
    given = f"for {trial.words}: " if trial.words else ""
    if outcome.refuted is not None:
        if trial.hidden or not full:
            return f"Hidden case `{trial.name}`: {outcome.refuted.neutral}"
        return f"Case `{trial.name}`: {given}{outcome.refuted.words}"
    found = outcome.found
    if found is None:
        return ""
    if trial.hidden or not full:
        return f"Hidden case `{trial.name}`: {found.neutral}."
    at = f" in part {found.where}" if found.where else ""
    return f"Case `{trial.name}`: {given}{found.words}{at}."


def _witness(outcomes: list[_Outcome]) -> Literal["grader", "worker"]:
    """Whose word it is that the right results came from programs. That wrong ones are wrong, the grader saw itself."""
    unproven = [outcome for outcome in outcomes if outcome.passed and not outcome.proven]
    return "worker" if any(outcome.trial.question.how == "as given" for outcome in unproven) else "grader"
