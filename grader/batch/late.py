"""The course's late policy applied to a result: what is left of its score, with the score before that kept.

Nobody loses points to what is not known: without a hand-in time or a due date nothing is taken off, and that is said.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

import msgspec

from grader.course.lateness import seconds_after

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.batch.nouns import Graded
    from grader.model.report import Report

__all__ = ["LatePolicy", "Marked", "Standing", "late_policy", "span", "standing"]

Standing = Literal["passed", "failed", "pending", "broken"]
_UNITS = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))


class Marked(msgspec.Struct, frozen=True, kw_only=True):
    """A submission's mark: ``raw`` as graded, ``score`` after the late policy; None while pending or broken.

    ``late_by`` is in seconds, 0 in time, None where ``unknown`` says what is; ``share`` of the points is left.
    """

    standing: Standing
    raw: float | None
    score: float | None
    max_score: float
    late_by: float | None
    share: float = 1.0
    unknown: Literal["", "hand-in time", "due date"] = ""


class LatePolicy(msgspec.Struct, frozen=True, kw_only=True):
    """From how many seconds after the due date on which share is left, earliest first.

    ``due`` is for submissions that tell no due date of their own.
    """

    steps: tuple[tuple[float, float], ...] = ()
    due: datetime | None = None

    def share(self, late_by: float) -> float:
        """Returns the share of the points that is left of what comes so many seconds late."""
        return next((left for after, left in reversed(self.steps) if late_by > after), 1.0)

    def mark(self, graded: Graded) -> Marked:
        """Returns the mark of a result."""
        report, submission = graded.report, graded.submission
        due = submission.due or self.due
        unknown: Literal["", "hand-in time", "due date"] = ""
        late_by = None
        if submission.handed_in is None:
            unknown = "hand-in time"
        elif due is None:
            unknown = "due date"
        else:
            late_by = max((_aware(submission.handed_in) - _aware(due)).total_seconds(), 0.0)
        share = self.share(late_by) if late_by else 1.0
        found = standing(report)
        raw = min(max(report.score, 0.0), report.max_score) if found in ("passed", "failed") else None
        return Marked(
            standing=found,
            raw=raw,
            score=None if raw is None else round(raw * share, 6),
            max_score=report.max_score,
            late_by=late_by,
            share=share,
            unknown=unknown,
        )

    @property
    def due_words(self) -> str:
        """When all was due, with its zone; "" where that is not stated."""
        return f"Due {due:%Y-%m-%d %H:%M:%S} {zone(due)}." if (due := self.due) else ""

    @property
    def words(self) -> str:
        """The policy in a sentence; "" where there is none."""
        if not self.steps:
            return ""
        (first, most), *further = self.steps
        begins = f"who is late{f' by more than {span(first)}' if first else ''} keeps {100 * most:g}%"
        return (
            f"Late policy: {begins}{''.join(f', by more than {span(one)} {100 * left:g}%' for one, left in further)}."
        )


def late_policy(late: Mapping[str, float], due: datetime | None = None) -> LatePolicy:
    """Returns the policy of a course, whose ``late`` its reader found right."""
    steps = ((seconds_after(text), left) for text, left in late.items())
    return LatePolicy(steps=tuple(sorted((after, left) for after, left in steps if after is not None)), due=due)


def standing(report: Report) -> Standing:
    """Returns how a report stands: what fails with points still to come is pending, since it is no mark yet."""
    if report.status == "broken":
        return "broken"
    return "pending" if report.pending_score > 0 else report.status


def zone(moment: datetime) -> str:
    """Returns a moment's zone as people read it: ``UTC``, ``CET (UTC+01:00)``."""
    moment = _aware(moment)
    name, offset = moment.tzname() or "", f"UTC{moment.isoformat()[-6:]}"
    return "UTC" if offset == "UTC+00:00" else offset if name == offset else f"{name} ({offset})"


def span(seconds: float) -> str:
    """Returns a time in its two largest units: ``1 d 2 h``, ``5 min``."""
    left, parts = round(seconds), []
    for size, unit in _UNITS:
        count, left = divmod(left, size)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts[:2]) or "0 s"


def _aware(moment: datetime) -> datetime:
    """A moment that tells no time zone is taken as UTC."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
