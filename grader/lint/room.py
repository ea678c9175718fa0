"""How much room lies between what is asked, what the solution reaches, and what wrong answers reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.model.exercise import Exercise
    from grader.model.report import CheckResult, Report

__all__ = ["loose", "narrow", "over", "too_near"]

_OVER = 3.0
"""How many times over a speed threshold the solution must be."""
_BELOW = 1.5
"""How many times below it an answer must be that is caught by its speed."""
_CONVERSIONS = 3
"""How many compilations beside the solution's an honest function may need, for conversions around what is jitted."""


def narrow(solution: Report) -> str:
    """Returns which speed threshold the solution passes too narrowly; "" where it does none."""
    for detail in _timed(solution):
        ratio, threshold = detail["ratio"], detail["threshold"]
        if ratio < _OVER * threshold:
            return f"only {ratio:.3g}× where {threshold:g}× is asked; {_OVER:g} times that is wanted"
    return ""


def over(solution: Report) -> str:
    """Returns how far the solution is over its speed thresholds, to be added to a sentence."""
    found = [detail["ratio"] / detail["threshold"] for detail in _timed(solution)]
    return f", {min(found):.3g} times over its speed threshold" if found else ""


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


def _timed(report: Report) -> list[dict[str, float]]:
    return [result.detail for result in report.checks if "ratio" in result.detail]
