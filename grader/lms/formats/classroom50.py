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
    tops, earned = [item.most for item in items], [item.score or 0.0 for item in items]
    full = [_down(one) >= _down(top) for one, top in zip(earned, tops, strict=True)]
    scores = _shared(earned, _down(stated.score), [0] * len(items), full)
    bounds = _shared(tops, _down(stated.most), scores, [False] * len(items))
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


def _shared(points: Sequence[float], whole: int, least: Sequence[int], last: Sequence[bool]) -> list[int]:
    """The points in whole hundredths, none below its ``least``, that add up to ``whole`` where they can.

    What rounding down leaves goes to those that lost the largest part by it, and to the ``last`` ones after all others.
    """
    found = [max(_down(one), low) for one, low in zip(points, least, strict=True)]
    lost = [one * HUNDREDTHS - part for one, part in zip(points, found, strict=True)]
    room = sorted((at for at, part in enumerate(lost) if part > _ROUNDING), key=lambda at: (last[at], -lost[at]))
    for at in room[: max(whole - sum(found), 0)]:
        found[at] += 1
    return found
