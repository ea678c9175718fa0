"""The items of a result: each check, or a part of one, with its points and in harmless texts."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import msgspec

from grader.lms.cases import parted
from grader.lms.fitting import cut, finite, one_line, unique
from grader.reports.frame import FrameLine, frame, place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.lms.result import Graded
    from grader.model.check import Status
    from grader.model.report import CheckResult, Report

__all__ = ["Item", "items", "veiled"]

_FRAME: Final = 200  # characters of a line of code
_LINK: Final = re.compile(r"https://[\w./#?=&%+~:-]+", re.ASCII)
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_-]")
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


def items(
    exercises: Sequence[Graded], reports: Sequence[Report], factors: Sequence[Fraction], *, longest: int, veil: bool
) -> tuple[Item, ...]:
    """Returns the items of all exercises, whose reports are harmless already and whose points count by these factors.

    Where there is to be a ``veil``, hidden cases are items of their own, and hidden.
    """
    found = [
        item
        for at, (one, report, factor) in enumerate(zip(exercises, reports, factors, strict=True))
        for item in _items(at, one, report, factor, longest, veil=veil)
    ]
    return _named(found, reports)


def veiled(item: Item) -> Item:
    """Returns the item without what it found, where that is hidden."""
    if not item.hidden:
        return item
    return msgspec.structs.replace(item, message=_VEILED, place="", frame=(), hint="", link="")


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
                    most=finite(Fraction(part.max_score) * factor),
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
    return finite(Fraction(min(check.score or 0.0, check.max_score)) * factor)


def _link(detail: dict[str, Any]) -> str:
    """Where to read more; "" where nothing is told, or no address that can stand anywhere."""
    link = str(detail.get("link") or "")
    return link if len(link) <= _FRAME and _LINK.fullmatch(link) else ""


def _named(found: list[tuple[str, Item]], reports: Sequence[Report]) -> tuple[Item, ...]:
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
