"""What a result says, in the platform's points and in harmless texts: every format is made of this alone."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from grader.lms.cases import parted
from grader.lms.fitting import cut, one_line, unique
from grader.model.report import CheckResult, Report
from grader.reports.frame import FrameLine, frame, place
from grader.reports.plain import plain
from grader.reports.words import amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.lms.result import Graded, Occasion, Result
    from grader.model.check import Status

__all__ = ["Item", "Ratio", "Statement", "statement"]

_MOST: Final = 1e15  # points: above, not every whole number is a float
_DIGITS: Final = 6
_FRAME: Final = 200  # characters of a line of code
_SENTENCE: Final = 1000
_LINK: Final = re.compile(r"https://[\w./#?=&%+~:-]+", re.ASCII)
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_-]")
_OURS: Final = "jitgrade or the course failed."
_VEILED: Final = "What this check found is not shown."


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One check, or the hidden cases of one: ``score`` of ``most`` points, None where it is not settled.

    ``name`` is for people and ``key``, in ASCII letters, digits, ``_`` and ``-``, for machines; each is there once.
    ``exercise`` and ``check`` say whose it is, by their places. ``place`` and ``frame`` are the line it points at.
    """

    name: str
    key: str
    exercise: int
    check: int
    status: Status
    score: float | None
    most: float
    message: str
    hidden: bool = False
    place: str = ""
    frame: tuple[FrameLine, ...] = ()
    hint: str = ""
    link: str = ""


class Ratio(msgspec.Struct, frozen=True, kw_only=True):
    """How many times as fast as the baseline a speed check found the submission; None where it has not come to that."""

    name: str
    value: float | None


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """All that is told of a result: ``score`` of ``most`` points, and ``share``, the part of them that it is, 0 to 1.

    ``way``: ``provisional`` where points are still to come, ``usage`` where there was nothing to grade, ``broken``
    where we failed. ``title`` says that in a sentence, and ``note`` is said above all. ``earned`` is the score of each
    exercise, whose ``reports`` are harmless.
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


def statement(result: Result, occasion: Occasion, *, longest: int, hides: bool = False) -> Statement:
    """Returns what a result says, each text at most so long; ``hides`` where the platform hides what is hidden.

    What is to be hidden there is a part of its own; where a platform shows all, what it found is left out.
    """
    reports = tuple(plain(one.report) for one in result.exercises)
    weights = [Fraction(_points(one.weight)) for one in result.exercises]
    pairs = list(zip(weights, reports, strict=True))
    worth = sum(weight * Fraction(report.max_score) for weight, report in pairs)
    earned = sum(weight * Fraction(report.score) for weight, report in pairs)
    open_ = sum(weight * Fraction(report.pending_score) for weight, report in pairs)
    most = _points(worth if occasion.highest is None else occasion.highest)
    scale = Fraction(most) / worth if worth else Fraction(1)
    share = _share(earned, worth, reports)
    fault = _fault(result, reports)
    way: Literal["graded", "provisional", "usage", "broken"] = "provisional" if open_ else "graded"
    way = "broken" if fault else "usage" if result.usage else way
    veil = occasion.hidden != "visible"
    items = _named(
        [
            item
            for at, (one, report) in enumerate(zip(result.exercises, reports, strict=True))
            for item in _items(at, one, report, weights[at] * scale, longest, veil=veil)
        ],
        reports,
    )
    stated = Statement(
        way=way,
        title="",
        note=cut(result.note, longest),
        score=_points(earned * scale if worth else share * most),
        earned=tuple(_points(weight * scale * Fraction(report.score)) for weight, report in pairs),
        pending=_points(open_ * scale),
        most=most,
        share=share,
        items=items if hides or not veil else tuple(map(_veiled, items)),
        ratios=tuple(_ratios(items, reports)),
        reports=reports,
        seconds=_points(result.seconds),
    )
    return msgspec.structs.replace(stated, title=_title(stated, fault or one_line(result.usage, _SENTENCE)))


def _points(value: float | Fraction) -> float:
    """A number of points as it can be written anywhere: finite, not below 0, not endless, six digits."""
    if isinstance(value, float) and math.isnan(value):
        return 0.0
    return round(float(min(max(value, 0), Fraction(_MOST))), _DIGITS)


def _share(earned: Fraction | int, worth: Fraction | int, reports: tuple[Report, ...]) -> float:
    """The part of all points that was earned, all only where that is so; what has no points is passed or it is not."""
    if not worth:
        return float(bool(reports) and all(report.status == "passed" for report in reports))
    share = round(float(Fraction(earned, 1) / worth), _DIGITS)
    return min(share, 1.0) if earned >= worth else min(share, 1 - 10**-_DIGITS)


def _fault(result: Result, reports: tuple[Report, ...]) -> str:
    """What of ours failed, in words; "" where nothing did."""
    if result.broken:
        return one_line(result.broken, _SENTENCE) or _OURS
    for report in reports:
        if report.status == "broken":
            said = next((check.message for check in report.checks if check.status == "broken"), "")
            return one_line(said, _SENTENCE) or _OURS
    return "" if reports or result.usage else "there was nothing to grade."


def _title(stated: Statement, said: str) -> str:
    """How it went, in a sentence."""
    score, most, pending = amount(stated.score), amount(stated.most), amount(stated.pending)
    match stated.way:
        case "broken":
            return f"Not graded, and not your fault: {said}"
        case "usage":
            return f"Not graded: {said}"
        case "provisional":
            return f"Provisional: {pending} points to come, {score} of {most} points so far."
        case _:
            return f"{score} of {most} points."


def _items(
    at: int, one: Graded, report: Report, factor: Fraction, longest: int, *, veil: bool
) -> Iterator[tuple[str, Item]]:
    """The items of an exercise, each with its check's own name."""
    path = one_line(report.submission.name)
    for position, check in enumerate(report.checks):
        parts = [(check, check.name in one.hidden)]
        if veil and not parts[0][1]:
            parts = parted(check)
        for part, hidden in parts:
            yield (
                check.name,
                Item(
                    name=part.title or check.name,
                    key="",
                    exercise=at,
                    check=position,
                    status=part.status,
                    score=_score(part, factor),
                    most=_points(Fraction(part.max_score) * factor),
                    message=cut(part.message, longest),
                    hidden=veil and hidden,
                    place="" if part.line is None else one_line(place(one.source, path, part.line)),
                    frame=tuple(
                        msgspec.structs.replace(line, text=cut(line.text, _FRAME))
                        for line in frame(one.source, part.line)
                    ),
                    hint=cut(part.hint, longest),
                    link=_link(part.detail),
                ),
            )


def _score(check: CheckResult, factor: Fraction) -> float | None:
    """The points of a check; None where it is not settled."""
    if check.status in ("pending", "broken"):
        return None
    return _points(Fraction(min(check.score or 0.0, check.max_score)) * factor)


def _link(detail: dict[str, Any]) -> str:
    """Where to read more; "" where nothing is told, or no address that can stand anywhere."""
    link = str(detail.get("link") or "")
    return link if len(link) <= _FRAME and _LINK.fullmatch(link) else ""


def _named(found: list[tuple[str, Item]], reports: tuple[Report, ...]) -> tuple[Item, ...]:
    """The items with names and keys that are there once; where there are several exercises, they say which."""
    several = len(reports) > 1
    numbers = [reports[item.exercise].number for _, item in found]
    before = [f"Exercise {number}: " if several else "" for number in numbers]
    names = unique(one_line(f"{head}{item.name}") for head, (_, item) in zip(before, found, strict=True))
    before = [f"exercise{number}-" if several else "" for number in numbers]
    keys = unique(
        f"{head}{_UNSAFE.sub('-', name)}"[:_FRAME] or "check" for head, (name, _) in zip(before, found, strict=True)
    )
    return tuple(
        msgspec.structs.replace(item, name=name or key, key=_UNSAFE.sub("-", key))
        for (_, item), name, key in zip(found, names, keys, strict=True)
    )


def _veiled(item: Item) -> Item:
    """The item without what it found, where that is hidden."""
    if not item.hidden:
        return item
    return msgspec.structs.replace(item, message=_VEILED, place="", frame=(), hint="", link="")


def _ratios(items: tuple[Item, ...], reports: tuple[Report, ...]) -> Iterator[Ratio]:
    """What the speed checks found, in order; nothing of those that are hidden."""
    for item in items:
        check = reports[item.exercise].checks[item.check]
        if check.detail.get("kind") == "speedup" and not item.hidden:
            ratio = check.detail.get("ratio")
            settled = item.status in ("passed", "failed") and isinstance(ratio, int | float) and ratio > 0
            yield Ratio(name=item.name, value=_points(float(f"{ratio:.3g}")) if settled else None)
