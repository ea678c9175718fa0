"""What students read of a check in nbgrader's pages: beside its points, and as the comment on their cell."""

from __future__ import annotations

import hashlib
import html
from typing import TYPE_CHECKING

from grader import __version__
from grader.reports.plain import clean
from grader.reports.words import amount, headline

if TYPE_CHECKING:
    from grader.model.exercise import Source
    from grader.model.report import CheckResult, Report

__all__ = ["comment", "fingerprint", "reasons"]


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
    """Returns the comment on a solution's cell, harmless where nbgrader shows it: as HTML, and after markdown.

    Inside ``<pre>`` neither markdown nor MathJax reads anything, and no tag ends it.
    """
    lost = [one for one in report.checks if one.status not in {"passed", "skipped"}]
    parts = [headline(report)]
    parts += ["\n".join([f"{one.title}:", *(f"  {line}" for line in _told(one, source))]) for one in lost]
    parts += [f"jitgrade {__version__}, {fingerprint(report)}"]
    text = html.escape(clean("\n\n".join(parts))).replace("\\", "&#92;").replace("$", "&#36;")
    return f"<pre>{text}</pre>"


def fingerprint(report: Report) -> str:
    """Returns words for the code and the exercise as they were graded: the same words, the same question."""
    both = f"{report.submission.sha256} {report.exercise_digest}"
    return f"code {hashlib.sha256(both.encode()).hexdigest()[:16]}"


def _told(result: CheckResult, source: Source) -> list[str]:
    place = source.lines.get(result.line or 0, "")
    told = [result.message, place and f"At {place}.", result.hint and f"Hint: {result.hint}"]
    return [line for text in told if text for line in text.splitlines()]
