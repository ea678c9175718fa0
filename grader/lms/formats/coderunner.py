"""CodeRunner's answer of a combinator template: one JSON object; without a fraction CodeRunner grades nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader.lms.fitting import encoded, fitted
from grader.lms.statement import statement
from grader.lms.writing import html, points
from grader.reports.html_page import text as escaped
from grader.reports.html_page import words as sentence

if TYPE_CHECKING:
    from grader.lms.items import Item
    from grader.lms.result import Occasion, Result
    from grader.lms.statement import Statement

__all__ = ["render"]

_HEAD = ("iscorrect", "Check", "Points", "Feedback", "ishidden")
_FORMATS = ("%s", "%s", "%h")
"""Of the columns that are shown: what is text, and what is HTML already."""


def render(result: Result, occasion: Occasion) -> bytes:
    """Returns the object; hidden rows are shown to teachers alone.

    Where nothing was graded the fraction is missing, which CodeRunner calls an ungradable answer and shows as it is.
    """
    return fitted(
        lambda longest: encoded(_tree(statement(result, occasion, longest=longest, hides=True, counts=False)))
    )


def _tree(stated: Statement) -> dict[str, Any]:
    if stated.way in ("usage", "broken"):
        return {"prologuehtml": " ".join(part for part in (stated.title, stated.note) if part)}
    note = f"<p>{sentence(stated.note)}</p>" if stated.note else ""
    return {
        "fraction": stated.share,
        "prologuehtml": f"<p><strong>{escaped(stated.title)}</strong></p>{note}",
        "testresults": [list(_HEAD), *map(_row, stated.listed)],
        "columnformats": list(_FORMATS),
        "epiloguehtml": "".join(f"<p>{escaped(said)}</p>" for said in stated.stacks),
    }


def _row(item: Item) -> list[int | str]:
    """One item as a row below the head."""
    return [int(item.status == "passed"), item.name, points(item) or item.status, html(item), int(item.hidden)]
