"""Classroom 50's ``result.json``, whose points are whole: hundredths of ours, so that no part of a point is lost.

Where we failed it is given none, and the runner records an error instead of a score.
"""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from grader.lms.fitting import encoded, fitted, one_line
from grader.lms.statement import statement
from grader.lms.writing import text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.lms.items import Item
    from grader.lms.result import Occasion, Result
    from grader.lms.statement import Statement

__all__ = ["HUNDREDTHS", "render"]

HUNDREDTHS: Final = 100
"""How many of Classroom 50's points one of ours is, the same for everybody."""
_SAID: Final = ("classroom", "assignment", "owner", "commit", "release", "review")
_TYPES: Final = ("individual", "group", "team")
_MOMENT: Final = re.compile(r"\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ", re.ASCII)
_TAG: Final = "submit/"
_ROUNDING: Final = 1e-4  # of a hundredth: no more than what arithmetic loses


def render(result: Result, occasion: Occasion) -> bytes:
    """Returns the file; nothing where we failed. A score is rounded down, and the tests' add up to it.

    ``occasion.told`` says ``classroom``, ``assignment``, ``assignment_type``, ``owner``, ``submission``, ``commit``,
    ``release``, ``review`` and ``datetime`` as the runner does.
    """
    return fitted(lambda longest: _file(statement(result, occasion, longest=longest), occasion.told))


def _file(stated: Statement, told: dict[str, str]) -> bytes:
    if stated.way == "broken":
        return b""
    tests = _tests(stated)
    most = sum(test["max-score"] for test in tests) if stated.way == "usage" else _down(stated.most)
    kind, tag, when = told.get("assignment_type", ""), told.get("submission", ""), told.get("datetime", "")
    return encoded(
        {
            "schema": "classroom50/result/v1",
            **{name: one_line(told.get(name, "")) or "unknown" for name in _SAID},
            "assignment_type": kind if kind in _TYPES else _TYPES[0],
            "submission": one_line(tag) if tag.startswith(_TAG) else f"{_TAG}{one_line(tag)}",
            "datetime": when if _MOMENT.fullmatch(when) else f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
            "score": min(_down(stated.score), most),
            "max-score": most,
            "tests": tests,
        }
    )


def _tests(stated: Statement) -> list[dict[str, Any]]:
    """Each item as a test; the runner would take none at all for an assignment without an autograder."""
    if stated.way == "usage":
        most = max(_down(stated.most), 1)
        return [{"test-name": "submission", "passed": False, "score": 0, "max-score": most, "message": stated.title}]
    items = stated.listed
    scores = _scores(items, _down(stated.score))
    bounds = _bounds(items, scores, _down(stated.most))
    tests = [
        {
            "test-name": item.name,
            "passed": item.status == "passed",
            "score": score,
            "max-score": bound,
            "status": item.status,
            "message": text(item),
        }
        for item, score, bound in zip(items, scores, bounds, strict=True)
    ]
    if stated.way == "graded" and not stated.note:
        return tests
    said = {"passed": stated.way == "graded", "score": 0, "max-score": 0, "message": stated.note}
    return [{"test-name": stated.title, **said}, *tests]  # there is no other place that a student sees


def _down(points: float) -> int:
    """Points in whole hundredths, rounded down."""
    return math.floor(points * HUNDREDTHS + _ROUNDING)


def _scores(items: Sequence[Item], whole: int) -> list[int]:
    """The scores in whole hundredths, which add up to ``whole``.

    What rounding down leaves goes first to those whose most is a hundredth more at least, then to those that lost the
    largest part by it: so no more is rounded up beyond its most than their sum has room for.
    """
    points = [item.score or 0.0 for item in items]
    found = [_down(one) for one in points]
    up = [at for at, one in enumerate(points) if one > 0]
    up.sort(key=lambda at: (found[at] >= _down(items[at].most), found[at] - points[at] * HUNDREDTHS))
    return _raised(found, up, whole)


def _bounds(items: Sequence[Item], scores: Sequence[int], whole: int) -> list[int]:
    """The most of each in whole hundredths, none below its score, which add up to ``whole``."""
    found = [max(_down(item.most), score) for item, score in zip(items, scores, strict=True)]
    up = [at for at, item in enumerate(items) if item.most > 0]
    up.sort(key=lambda at: found[at] - items[at].most * HUNDREDTHS)
    return _raised(found, up, whole)


def _raised(found: list[int], up: Sequence[int], whole: int) -> list[int]:
    """The numbers, the first of those at ``up`` a hundredth more, so that all add up to ``whole``."""
    raised = set(up[: max(whole - sum(found), 0)])
    return [one + (at in raised) for at, one in enumerate(found)]
