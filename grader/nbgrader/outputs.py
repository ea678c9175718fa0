"""What nbgrader's pages show of a report: the outputs of its check cells, and the comment on the student's answer.

nbgrader shows outputs as text, and comments as Markdown in which HTML is HTML. So a comment is one block of code by its
indentation: whatever a message quotes, Markdown has no word for it there, and formgrader shows it as it is.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, Final

from grader.reports.frame import place
from grader.reports.plain import plain
from grader.reports.words import amount

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model.exercise import Source
    from grader.model.report import CheckResult, Report

__all__ = ["comment", "outputs", "told"]

_WIDTH: Final = 88
_INDENT: Final = "    "  # what Markdown takes for code
_STANDS: Final = {
    "passed": "passed",
    "failed": "failed",
    "skipped": "not looked at",
    "pending": "not graded yet",
    "broken": "not graded: jitgrade or the course failed, and not you",
}


def outputs(text: str, points: float | None) -> list[dict[str, Any]]:
    """Returns a cell's outputs: text as it would be printed, then the points as nbgrader reads them, if there are."""
    found: list[dict[str, Any]] = [{"output_type": "stream", "name": "stdout", "text": f"{text.rstrip()}\n"}]
    if points is not None:
        data = {"text/plain": repr(float(points))}
        found.append({"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": None})
    return found


def comment(report: Report, source: Source | None, notes: Sequence[str] = ()) -> str:
    """Returns what is said of an exercise, as Markdown that shows nothing but text; ``notes`` come first."""
    report = plain(report)
    score = f"{amount(report.score)} of {amount(report.max_score)} points"
    if report.pending_score:
        score += f", {amount(report.pending_score)} not settled"
    parts = [*notes, f"{report.title}: {score}."]
    for result in report.checks:
        if result.max_score or result.status in {"failed", "broken"}:
            parts.append("\n".join(_said(result, source, report.submission.name)))
    lines = [line for part in parts for line in ("", *_wrapped(part))]
    return "\n".join(f"{_INDENT}{line}" if line else "" for line in lines[1:])


def told(result: CheckResult, source: Source | None, name: str) -> str:
    """Returns what is said of one check, as lines of text."""
    return "\n".join(_said(result, source, name))


def _said(result: CheckResult, source: Source | None, name: str) -> Iterator[str]:
    points = ""
    if result.max_score:
        points = f"{'?' if result.score is None else amount(result.score)} of {amount(result.max_score)} points"
    yield ", ".join(filter(None, (f"{result.title or result.name}: {_STANDS[result.status]}", points)))
    if result.line is not None and result.status != "passed":
        yield f"At {place(source, name, result.line)}:"
    if result.message:
        yield result.message
    if result.hint and result.status == "failed":
        yield f"Try: {result.hint}"


def _wrapped(text: str) -> Iterator[str]:
    """The lines of a text, none too wide."""
    for line in text.splitlines():
        yield from textwrap.wrap(line, _WIDTH, replace_whitespace=False) or [""]
