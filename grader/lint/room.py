"""How much room lies between what is asked, what the solution reaches, and what wrong answers reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grader.checks.thresholds import asked_on

if TYPE_CHECKING:
    from grader.model.exercise import Course, Exercise
    from grader.model.report import CheckResult, Report

__all__ = ["AGAIN", "loose", "measured", "narrow", "over", "too_near", "unmeasured", "wider"]

AGAIN = 2
"""How often a speed is timed again that a busy machine left undecided, or took room from."""
_OVER = 3.0
"""How many times over a speed threshold the solution must be."""
_BELOW = 1.5
"""How many times below it an answer must be that is caught by its speed."""
_CONVERSIONS = 3
"""How many compilations beside the solution's an honest function may need, for conversions around what is jitted."""


def narrow(solution: Report) -> dict[str, str]:
    """Returns a sentence for each check whose speed threshold the solution passes too narrowly, by its name."""
    return {
        result.name: f"only {result.detail['ratio']:.3g}× where {result.detail['threshold']:g}× is asked; "
        f"{_OVER:g} times that is wanted"
        for result in _timed(solution)
        if _room(result) < _OVER
    }


def wider(solution: Report, again: Report) -> Report:
    """Returns a report with those checks of another one in their place that reach more of their speed threshold."""
    other = {result.name: result for result in _timed(again)}
    timed = {result.name: max(result, other.get(result.name, result), key=_room) for result in _timed(solution)}
    checks = tuple(timed.get(result.name, result) for result in solution.checks)
    return msgspec.structs.replace(solution, checks=checks)


def over(solution: Report) -> str:
    """Returns how far the solution is over its speed thresholds, to be added to a sentence."""
    found = [_room(result) for result in _timed(solution)]
    return f", {min(found):.3g} times over its speed threshold" if found else ""


def measured(result: CheckResult) -> str:
    """Returns how fast a speed check found an answer to be, to be added to a sentence; "" of other checks."""
    ratio, threshold = result.detail.get("ratio"), result.detail.get("threshold")
    return "" if ratio is None or threshold is None else f" at {ratio:.3g}× where {threshold:g}× is asked"


def too_near(result: CheckResult) -> str:
    """Returns why an answer that its speed gives away may not be given away each time; "" where it is."""
    ratio, threshold = result.detail.get("ratio"), result.detail.get("threshold")
    if ratio is None or threshold is None or _BELOW * ratio <= threshold:
        return ""
    return f"caught by its speed at {ratio:.3g}× where {threshold:g}× is asked; it must be {_BELOW:g} times below that"


def loose(exercise: Exercise, solution: Report) -> tuple[str, ...]:
    """Returns which bounds on compilations lie far above what the solution takes."""
    calls = {check.name: len(getattr(check, "calls", ())) for check in exercise.checks}
    found = []
    for result in solution.checks:
        count, bound = result.detail.get("count"), result.detail.get("at_most")
        if result.detail.get("kind") != "recompiles" or count is None or bound is None:
            continue
        takes = f"{result.name}: at_most is {bound} and the solution takes {count}"
        if count < calls[result.name] <= bound:
            found.append(f"{takes}; with {calls[result.name]} calls, what compiles in every call passes")
        elif bound > count + _CONVERSIONS:
            found.append(f"{takes}; honest conversions around it need {_CONVERSIONS} more at most")
    return tuple(found)


def unmeasured(course: Course, exercise: Exercise, solution: Report) -> tuple[str, ...]:
    """Returns which speed thresholds are for platforms on which this proof did not run."""
    ran = solution.environment.platform
    found = []
    for check in exercise.checks:
        elsewhere = [name for name in asked_on(getattr(check, "at_least", {}), course.accelerator) if name != ran]
        if check.timed and elsewhere:
            thresholds, were = ("thresholds", "were") if len(elsewhere) > 1 else ("threshold", "was")
            words = f"the {thresholds} for {' and '.join(elsewhere)} {were} not measured there"
            found.append(f"{check.name}: {words}, since this proof ran on {ran}")
    return tuple(found)


def _timed(report: Report) -> list[CheckResult]:
    return [result for result in report.checks if "ratio" in result.detail]


def _room(timed: CheckResult) -> float:
    """How many times its speed threshold a check found."""
    return float(timed.detail["ratio"] / timed.detail["threshold"])
