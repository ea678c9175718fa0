"""Our own file for a plain container: the reports, as ``--format json`` has them, and what they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from grader.lms.fitting import LONGEST
from grader.lms.statement import statement
from grader.model.digest import signed

if TYPE_CHECKING:
    from grader.lms.result import Occasion, Result
    from grader.model.report import Report

__all__ = ["SCHEMA", "render"]

SCHEMA: Final = "jitgrade/results/1"
_KEYED: Final = ("exercise_digest", "digest")


def render(result: Result, occasion: Occasion) -> bytes:
    """Returns the file. ``status`` is ``graded``, ``provisional``, ``usage`` or ``broken``, ``title`` says it in words.

    A broken result has no score: None, never 0. A report in it that is not broken has its own all the same. Reports are
    signed where there is a key: not in a container, where a submission may be the grader's user.
    """
    stated = statement(result, occasion, longest=LONGEST[0])
    broken = stated.way == "broken"
    tree = {
        "schema": SCHEMA,
        "status": stated.way,
        "title": stated.title,
        "note": stated.note,
        "score": None if broken else stated.score,
        "pending_score": None if broken else stated.pending,
        "max_score": stated.most,
        "seconds": stated.seconds,
        "reports": [_told(report, occasion.key) for report in stated.reports],
    }
    return msgspec.json.format(msgspec.json.encode(tree), indent=2) + b"\n"


def _told(report: Report, key: bytes) -> dict[str, Any]:
    """A report as it may leave the grader; without a key there is nothing that it could be known by."""
    tree: dict[str, Any] = msgspec.to_builtins(signed(report, key))
    return {name: value for name, value in tree.items() if key or name not in _KEYED}
