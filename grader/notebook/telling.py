"""Writes an answer: a report, or the part of it that is about one check, as text and as a part of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec

from grader.notebook.nouns import Answer
from grader.prelude import PRELUDE
from grader.reports import html, terminal
from grader.reports.html_page import words
from grader.reports.html_style import CLASS
from grader.reports.plain import clean, plain
from grader.reports.setting import Setting
from grader.reports.words import headline

if TYPE_CHECKING:
    from grader.model.report import Report
    from grader.notebook.asked import Asked

__all__ = ["feedback", "points"]

_WIDTH: Final = 88
_NO_BAR: Final = frozenset({"passed", "skipped"})
_OF_ALL: Final[dict[str, Literal["passed", "failed", "pending", "broken"]]] = {
    "passed": "passed",
    "failed": "failed",
    "skipped": "failed",
    "pending": "pending",
    "broken": "broken",
}


def feedback(asked: Asked, report: Report) -> Answer:
    """Returns all of a report."""
    report = plain(report)
    setting = Setting(
        source=asked.source,
        path=asked.path,
        width=_WIDTH,
        cut=False,
        following=_following(asked),
        partial=bool(asked.only),
        options=asked.options,
    )
    note = clean(asked.note)
    text = terminal.render(report, setting)
    return Answer(
        points=report.score,
        text=f"{note}\n\n{text}" if note else text,
        html=_noted(note) + html.fragment(report, setting),
        unsettled=headline(report) if report.pending_score or report.status in {"pending", "broken"} else "",
    )


def points(asked: Asked, report: Report, check: str) -> Answer:
    """Returns what a report says of one check, or all of it where none is named."""
    return feedback(asked, _about(report, check) if check else report)


def _about(report: Report, check: str) -> Report:
    """The report on one check alone, and on what before it keeps it from being judged."""
    result = next(one for one in report.checks if one.name == check)
    of = ("", result.detail.get("of", ""))
    stopped = (one for one in report.checks if one.detail.get("kind") in PRELUDE and one.status not in _NO_BAR)
    before = tuple(one for one in stopped if one.detail.get("of", "") in of)
    return msgspec.structs.replace(
        report,
        checks=(*before, result),
        checklist=(),
        status=_OF_ALL[result.status],
        score=result.score or 0.0,
        pending_score=result.max_score if result.status == "pending" else 0.0,
        max_score=result.max_score,
    )


def _following(asked: Asked) -> int | None:
    """The number of the next exercise to do; None where all are done."""
    from grader.commands.finding import following

    return following(asked.course, asked.exercise)


def _noted(note: str) -> str:
    """A note as a part of a page, styled by what comes after it."""
    return f'<div class="{CLASS}"><p class="soft">{words(note)}</p></div>\n' if note else ""
