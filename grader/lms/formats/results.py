"""Our own file for a plain container: the signed reports, as ``--format json`` has them, and what they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from grader.lms.fitting import LONGEST
from grader.lms.statement import statement
from grader.model.digest import signed

if TYPE_CHECKING:
    from grader.lms.result import Occasion, Result

__all__ = ["SCHEMA", "render"]

SCHEMA: Final = "jitgrade/results/1"


def render(result: Result, occasion: Occasion) -> bytes:
    """Returns the file. ``status`` is ``graded``, ``provisional``, ``usage`` or ``broken``, ``title`` says it in words.

    A broken result has no score: None, never 0.
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
        "reports": [signed(report, occasion.key) for report in stated.reports],
    }
    return msgspec.json.format(msgspec.json.encode(tree), indent=2) + b"\n"
