"""From verdicts to results: points, and which checks are skipped because of an earlier one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import msgspec

from grader.explain.places import placed
from grader.model.check import Verdict
from grader.model.report import CheckResult

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.model.check import Check, Status

__all__ = ["Ledger", "Total", "skipped", "total", "unreached"]

_SOME = 0.5


class Ledger:
    """The results so far, and what they mean for the checks to come.

    ``lines`` says where the lines of a notebook's code stand in it.
    """

    def __init__(self, lines: Mapping[int, str] | None = None) -> None:
        self.results: list[CheckResult] = []
        self._lines = lines or {}
        self._shares: dict[tuple[str, str], list[tuple[Status, float]]] = {}

    @property
    def loads(self) -> bool | None:
        """Whether the file runs, as far as anything was entered of that; None before."""
        return None if ("loads", "") not in self._shares else self._way("loads", "") is None

    def enter(self, *, name: str, title: str, kind: str, points: float, verdict: Verdict, of: str = "") -> None:
        """Adds a check's result; ``of`` is the function that it is of, where the exercise has several."""
        earned = verdict.earned
        if earned is not None and not (math.isfinite(earned) and 0 <= earned <= 1):
            verdict = Verdict(status="broken", earned=None, message=f"check {name!r} earned {earned!r}, not 0 to 1")
        settled = verdict.status not in ("pending", "broken") and verdict.earned is not None
        self._shares.setdefault((kind, of), []).append((verdict.status, (verdict.earned or 0.0) if settled else 0.0))
        self.results.append(
            CheckResult(
                name=name,
                title=title,
                status=verdict.status,
                score=points * (verdict.earned or 0.0) if settled else None,
                max_score=points,
                message=placed(verdict.message, self._lines),
                line=verdict.line,
                hint=placed(verdict.hint, self._lines),
                detail={"kind": kind, **({"of": of} if of else {}), "witness": "grader", **verdict.detail},
            )
        )

    def settle(self, check: Check, verdict: Verdict) -> None:
        """Adds the result of a check of the exercise."""
        title, points = check.shown, check.points
        self.enter(name=check.name, title=title, kind=check.kind, points=points, verdict=verdict, of=check.of)

    def keep(self, result: CheckResult) -> None:
        """Adds a result of an earlier run as it is.

        What failed without points to share was in part right, as far as it matters: nothing that needs all of it or
        any of it would be pending else.
        """
        share = result.score / result.max_score if result.score is not None and result.max_score else None
        if share is None:
            share = {"passed": 1.0, "failed": _SOME}.get(result.status, 0.0)
        kind = str(result.detail.get("kind", result.name))
        self._shares.setdefault((kind, str(result.detail.get("of", ""))), []).append((result.status, share))
        self.results.append(result)

    def obstacle(self, check: Check) -> Status | None:
        """How the earlier check ended that stands in this one's way; None where none does.

        What was found of another function stands in nobody's way.
        """
        ways = [way for need in ("loads", "signature", *check.needs) if (way := self._way(need, check.of))]
        return next((way for way in ("failed", "broken", "pending") if way in ways), None)

    def _way(self, need: str, of: str) -> Status | None:
        """How a needed kind ended, None where it is no obstacle. One right case is enough, save for ``all of``."""
        whole = need.startswith("all of ")
        kind = need.removeprefix("all of ")
        shares = self._shares.get((kind, of)) or self._shares.get((kind, ""), [])
        if not shares:
            return None
        unsettled = next((status for status, _ in shares if status in ("pending", "broken")), None)
        if unsettled is not None:
            return unsettled
        bar = min(share for _, share in shares) < 1 if whole else sum(share for _, share in shares) == 0
        return "failed" if bar else None


def skipped(obstacle: Status, *, loads: bool = True) -> Verdict:
    """Returns the verdict of a check that an earlier one stands in the way of; ``loads``: whether the file runs."""
    if obstacle == "failed":
        why = "an earlier check has to pass first" if loads else "the file does not run"
        return Verdict(status="skipped", earned=0.0, message=f"Not judged: {why}.")
    return Verdict(status=obstacle, earned=None, message="Not judged: it waits for an earlier check.")


def unreached(check: Check) -> CheckResult:
    """Returns what stands in a report for a check whose turn has not come."""
    ledger = Ledger()
    verdict = Verdict(status="pending", earned=None, message="Not judged yet.")
    ledger.settle(check, verdict)
    return ledger.results[0]


class Total(msgspec.Struct, frozen=True, kw_only=True):
    """What results come to together: points earned, still to come, and to be had; broken over failed over pending."""

    status: Literal["passed", "failed", "pending", "broken"]
    score: float
    pending_score: float
    max_score: float


def total(results: Sequence[CheckResult]) -> Total:
    """Returns what all results of a report come to."""
    found = {result.status for result in results}
    status: Literal["passed", "failed", "pending", "broken"] = "pending" if "pending" in found else "passed"
    if found & {"failed", "skipped"}:
        status = "failed"
    unsettled = (result.max_score for result in results if result.status in ("pending", "broken"))
    return Total(
        status="broken" if "broken" in found else status,
        score=round(sum(result.score or 0.0 for result in results), 6),
        pending_score=round(sum(unsettled), 6),
        max_score=round(sum(result.max_score for result in results), 6),
    )
