"""What students read of a check in nbgrader's pages: beside its points, and as the comment on their cell."""

from __future__ import annotations

import hashlib
from textwrap import indent, wrap
from typing import TYPE_CHECKING, Final

from grader import __version__
from grader.reports.plain import clean
from grader.reports.words import amount, headline

if TYPE_CHECKING:
    from grader.model.exercise import Source
    from grader.model.report import CheckResult, Report

__all__ = ["comment", "fingerprint", "reasons"]

_WIDTH: Final = 96
"""Letters in a line: nbgrader's pages break none."""


def reasons(result: CheckResult, report: Report, source: Source, points: float, most: float) -> str:
    """Returns what stands beside the points of a check, ``points`` of ``most`` as the gradebook has them.

    Where the file cannot be loaded or called, that is the reason of every check.
    """
    lines = [f"{result.title}: {amount(points)} of {amount(most)} points."]
    if result.score is None:
        lines = [f"{result.title}: not marked yet; {amount(most)} points are to be had."]
    told = result
    if result.status == "skipped":
        told = next((one for one in report.checks if not one.max_score and one.status == "failed"), result)
    return clean("\n".join([*lines, *_told(told, source)])) + "\n"


def comment(report: Report, source: Source) -> str:
    """Returns the comment on a solution's cell: plain text, and a block of code where nbgrader reads it as Markdown.

    In that neither Markdown nor MathJax reads anything, and HTML is text.
    """
    lost = [one for one in report.checks if one.status not in {"passed", "skipped"}]
    parts = ["\n".join([f"{one.title}:", *(f"  {line}" for line in _told(one, source))]) for one in lost]
    parts += [f"jitgrade {__version__}, {fingerprint(report)}"]
    block = indent("\n".join(clean("\n\n".join(parts)).splitlines()), "    ")
    return f"{headline(report)}\n\n{block}"


def fingerprint(report: Report) -> str:
    """Returns words for the code and the exercise as they were graded: the same words, the same question."""
    both = f"{report.submission.sha256} {report.exercise_digest}"
    return f"code {hashlib.sha256(both.encode()).hexdigest()[:16]}"


def _told(result: CheckResult, source: Source) -> list[str]:
    place = source.lines.get(result.line or 0, "")
    at = f"At {place}." if place not in result.message else ""
    told = [result.message, at, result.hint and f"Hint: {result.hint}"]
    return [part for text in told for line in text.splitlines() for part in wrap(line, _WIDTH) or [""]]
