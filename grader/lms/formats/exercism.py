"""A test runner's ``results.json`` as Exercism specifies it, version 3; it knows no points, only passed or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from grader.lms.fitting import cut, encoded, fitted
from grader.lms.statement import statement
from grader.lms.writing import text

if TYPE_CHECKING:
    from grader.lms.items import Item
    from grader.lms.result import Occasion, Result
    from grader.lms.statement import Statement

__all__ = ["MESSAGE", "render"]

MESSAGE: Final = 16_000
"""Characters of one message, so that it has fewer than 65,535 bytes in any alphabet."""
_LOADS: Final = "loads"  # the check before all others; of several exercises none has this key
_WAYS: Final = {"passed": "pass", "failed": "fail"}


def render(result: Result, occasion: Occasion) -> bytes:
    """Returns the file. What was not looked at, or is pending, is an error there, and no test passes or fails by it.

    What a submission printed is not in it: graders keep none of that.
    """
    return fitted(lambda longest: encoded(_tree(statement(result, occasion, longest=longest, counts=False))))


def _tree(stated: Statement) -> dict[str, Any]:
    said = (
        "\n\n".join(part for part in (stated.title, stated.note) if part) if stated.way in ("usage", "broken") else ""
    )
    said = said or next((text(item) for item in stated.items if item.key == _LOADS and item.status == "failed"), "")
    if said:
        return {"version": 3, "status": "error", "message": cut(said, MESSAGE), "tests": []}
    tests = [_test(item) for item in stated.listed]
    passed = stated.way == "graded" and all(test["status"] == "pass" for test in tests)
    return {"version": 3, "status": "pass" if passed else "fail", "message": None, "tests": tests}


def _test(item: Item) -> dict[str, Any]:
    """One item as a test."""
    said = text(item)
    return {"name": item.name, "status": _WAYS.get(item.status, "error"), "message": cut(said, MESSAGE) or None}
