"""Says in a few lines what a report tells that the one before it did not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grader.reports.words import amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model.report import CheckResult, Report

__all__ = ["changes", "without"]

_NOW = {
    "passed": "passes now",
    "failed": "fails now",
    "pending": "is pending now",
    "broken": "could not be judged now",
}


def changes(before: Report, now: Report) -> tuple[str, ...]:
    """Returns what changed between two reports on one exercise: the points, then check by check."""
    earlier = {check.name: check for check in before.checks}
    points = f"{amount(before.score)} → {amount(now.score)} of {amount(now.max_score)} points"
    lines = [line for check in now.checks if check.name in earlier for line in _told(earlier[check.name], check)]
    unseen = [check.title or check.name for check in now.checks if _skipped_now(earlier.get(check.name), check)]
    if unseen:
        lines.append(f"not judged now: {', '.join(unseen)}")
    return (*([points] if before.score != now.score else []), *lines)


def without(shown: Report, now: Report) -> Report:
    """Returns a report without those checks and answers that an earlier state of it has shown already."""
    checks = tuple(check for check in now.checks if check not in shown.checks)
    answers = tuple(answer for answer in now.checklist if answer not in shown.checklist)
    return msgspec.structs.replace(now, checks=checks, checklist=answers)


def _skipped_now(before: CheckResult | None, now: CheckResult) -> bool:
    return now.status == "skipped" and before is not None and before.status != "skipped"


def _told(before: CheckResult, now: CheckResult) -> Iterator[str]:
    """What became of one check; nothing where that is what it was, or where it was skipped."""
    title = now.title or now.name
    if now.status == "skipped":
        return
    if now.status != before.status:
        yield f"{title}: {_NOW[now.status]}{_points(before, now)}"
    elif now.status == "failed" and (points := _points(before, now)):
        yield f"{title}: fails still{points}"
    elif now.status == "failed" and (now.line, now.message) != (before.line, before.message):
        yield f"{title}: fails in another way"


def _points(before: CheckResult, now: CheckResult) -> str:
    """How many points more or less it earns."""
    gain = (now.score or 0.0) - (before.score or 0.0)
    return f" ({'+' if gain > 0 else '-'}{amount(abs(gain))})" if gain else ""
