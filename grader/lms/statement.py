"""What a result says, in the platform's points and in harmless texts: every format is made of this alone."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from grader.lms.fitting import cut, finite, one_line
from grader.lms.items import Item, items, veiled
from grader.model.check import UNGRADED
from grader.model.report import Report
from grader.reports.plain import plain
from grader.reports.words import amount, stack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.lms.result import Occasion, Result

__all__ = ["Ratio", "Statement", "statement"]

_DIGITS: Final = 6
_SENTENCE: Final = 1000
_OURS: Final = "jitgrade or the course failed."


class Ratio(msgspec.Struct, frozen=True, kw_only=True):
    """How many times as fast as the baseline a speed check found the submission; None where it has not come to that."""

    name: str
    value: float | None


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """All that is told of a result: ``score`` of ``most`` points, and ``share``, the part of them that it is, 0 to 1.

    ``way``: ``provisional`` where points are still to come, ``usage`` where there was nothing to grade, ``broken``
    where we failed, be it at one exercise of several: then there is no score of the whole, which would be too low.
    ``title`` says that in a sentence, and ``note`` is said above all. ``earned`` is the score of each exercise, whose
    ``reports`` are harmless.
    """

    way: Literal["graded", "provisional", "usage", "broken"]
    title: str
    note: str
    score: float
    earned: tuple[float, ...]
    pending: float
    most: float
    share: float
    items: tuple[Item, ...]
    ratios: tuple[Ratio, ...]
    reports: tuple[Report, ...]
    seconds: float

    @property
    def listed(self) -> tuple[Item, ...]:
        """The items that tell something: what has points, and what has none and failed; all where there is none."""
        return tuple(item for item in self.items if item.most or item.status != "passed") or self.items

    @property
    def stacks(self) -> tuple[str, ...]:
        """What each exercise was graded with, of which anything was run."""
        several = len(self.reports) > 1
        begun = [report for report in self.reports if report.environment.isolation]
        return tuple(
            f"{f'Exercise {report.number}: ' if several else ''}{stack(report, private=False)}" for report in begun
        )


def statement(
    result: Result, occasion: Occasion, *, longest: int, hides: bool = False, counts: bool = True
) -> Statement:
    """Returns what a result says, each text at most so long; ``hides`` where the platform hides what is hidden.

    What is to be hidden there is a part of its own; where a platform shows all, what it found is left out. ``counts``
    says whether what could not be graded, by the student's fault, counts 0 points there.
    """
    reports = tuple(plain(one.report) for one in result.exercises)
    weights = [Fraction(finite(one.weight)) for one in result.exercises]
    pairs = list(zip(weights, reports, strict=True))
    worth = sum((weight * Fraction(report.max_score) for weight, report in pairs), Fraction())
    earned = sum((weight * Fraction(report.score) for weight, report in pairs), Fraction())
    open_ = sum((weight * Fraction(report.pending_score) for weight, report in pairs), Fraction())
    most = finite((worth or result.worth) if occasion.highest is None else occasion.highest)
    scale = Fraction(most) / worth if worth else Fraction(1)
    share = _share(earned, worth, reports)
    fault = _fault(result, reports)
    way: Literal["graded", "provisional", "usage", "broken"] = "provisional" if open_ else "graded"
    way = "broken" if fault else "usage" if result.usage else way
    veil = occasion.hidden != "visible"
    found = items(result.exercises, reports, [weight * scale for weight in weights], longest=longest, veil=veil)
    stated = Statement(
        way=way,
        title="",
        note=cut(result.note, longest),
        score=finite(earned * scale if worth else share * most),
        earned=tuple(finite(weight * scale * Fraction(report.score)) for weight, report in pairs),
        pending=finite(open_ * scale),
        most=most,
        share=share,
        items=found if hides or not veil else tuple(map(veiled, found)),
        ratios=tuple(_ratios(found, reports)),
        reports=reports,
        seconds=finite(result.seconds),
    )
    said = fault or one_line(result.usage, _SENTENCE)
    return msgspec.structs.replace(stated, title=_title(stated, said, counts=counts))


def _share(earned: Fraction, worth: Fraction, reports: tuple[Report, ...]) -> float:
    """The part of all points that was earned, all only where that is so; what has no points is passed or it is not."""
    if not worth:
        return float(bool(reports) and all(report.status == "passed" for report in reports))
    share = round(float(earned / worth), _DIGITS)
    return min(share, 1.0) if earned >= worth else min(share, 1 - 10**-_DIGITS)


def _fault(result: Result, reports: tuple[Report, ...]) -> str:
    """What of ours failed, in words; "" where nothing did."""
    if result.broken:
        return one_line(result.broken, _SENTENCE) or _OURS
    for report in reports:
        if report.status == "broken":
            said = next((check.message for check in report.checks if check.status == "broken"), "")
            which = f"exercise {report.number}: " if len(reports) > 1 else ""
            return one_line(f"{which}{said.removeprefix(UNGRADED) or _OURS}", _SENTENCE)
    return "" if reports or result.usage else "there was nothing to grade."


def _title(stated: Statement, said: str, *, counts: bool) -> str:
    """How it went, in a sentence."""
    score, most, pending = amount(stated.score), amount(stated.most), amount(stated.pending)
    match stated.way:
        case "broken" if any(report.status != "broken" for report in stated.reports):
            return f"Not everything was graded, and that is not your fault: {said}"
        case "broken":
            return f"Not graded, and not your fault: {said}"
        case "usage":
            return f"0 points, since nothing could be graded. {said}" if counts else f"Not graded: {said}"
        case "provisional":
            return f"Provisional: {pending} points to come, {score} of {most} points so far."
        case _:
            return f"{score} of {most} points."


def _ratios(found: tuple[Item, ...], reports: tuple[Report, ...]) -> Iterator[Ratio]:
    """What the speed checks found, in order; nothing of those that are hidden."""
    for item in found:
        check = reports[item.exercise].checks[item.check]
        if check.detail.get("kind") == "speedup" and not item.hidden:
            ratio = check.detail.get("ratio")
            settled = item.status in ("passed", "failed") and isinstance(ratio, int | float) and ratio > 0
            yield Ratio(name=item.name, value=finite(float(f"{ratio:.3g}")) if settled else None)
