"""Parts a check into its visible and its hidden cases, for whoever shows the ones sooner than the others."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model.report import CheckResult

__all__ = ["parted"]

_ROUNDING: Final = 1e-6


class _Case(msgspec.Struct, frozen=True, kw_only=True):
    """One row of ``detail.cases``."""

    hidden: bool
    status: str
    score: float
    max_score: float
    message: str


def parted(check: CheckResult) -> list[tuple[CheckResult, bool]]:
    """Returns the check in one or two parts, each with whether it is hidden; their points are those of the check.

    It is hidden as a whole where its points are not the sum of its cases': then each case says something of all.
    """
    rows = _rows(check.detail)
    hidden = [row for row in rows if row.hidden]
    visible = [row for row in rows if not row.hidden]
    if not hidden:
        return [(check, False)]
    if not visible or not _sums_up(check, rows):
        return [(check, True)]
    most = min(math.fsum(row.max_score for row in visible), check.max_score)
    score = min(math.fsum(row.score for row in visible), most, check.score or 0.0)
    return [
        (_part(check, visible, score, most, "cases"), False),
        (_part(check, hidden, (check.score or 0.0) - score, check.max_score - most, "hidden cases"), True),
    ]


def _rows(detail: dict[str, Any]) -> tuple[_Case, ...]:
    """The rows of the cases; none where there are none, or they are not as ours are."""
    try:
        return msgspec.convert(detail.get("cases"), tuple[_Case, ...])
    except msgspec.ValidationError:
        return ()


def _sums_up(check: CheckResult, rows: Sequence[_Case]) -> bool:
    """Whether a check has the points that its cases have together."""
    if check.score is None or check.status not in ("passed", "failed"):
        return False
    score, most = math.fsum(row.score for row in rows), math.fsum(row.max_score for row in rows)
    return abs(score - check.score) <= _ROUNDING and abs(most - check.max_score) <= _ROUNDING


def _part(check: CheckResult, rows: Sequence[_Case], score: float, most: float, named: str) -> CheckResult:
    """The check as if it had had these cases only."""
    failed = [row.message for row in rows if row.status != "passed"]
    title = check.title or check.name
    message = f"All {len(rows)} {named} are right."
    if failed:
        more = f" {len(failed) - 1} more of {len(rows)} {named} differ." if len(failed) > 1 else ""
        message = f"{failed[0]}{more}"
    return msgspec.structs.replace(
        check,
        title=f"{title}, hidden cases" if named != "cases" else title,
        status="failed" if failed else "passed",
        score=min(max(score, 0.0), most),
        max_score=most,
        message=message,
        line=check.line if failed and named == "cases" else None,
        hint=check.hint if failed and named == "cases" else "",
    )
