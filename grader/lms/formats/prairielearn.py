"""PrairieLearn's ``results.json``: a share of all points, tests with theirs, pictures; at most 1 MB."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, Final

from grader.lms.fitting import LONGEST, encoded
from grader.lms.statement import statement
from grader.lms.writing import points, text
from grader.reports import plots

if TYPE_CHECKING:
    from grader.lms.items import Item
    from grader.lms.result import Occasion, Result
    from grader.lms.statement import Statement

__all__ = ["MOST", "render"]

MOST: Final = 1_000_000
"""Bytes of the whole file."""
_LEFT_OUT = "The pictures were left out: with them the result would be larger than PrairieLearn takes."
_SHORTENED = "Texts were shortened: with them the result would be larger than PrairieLearn takes."
_NO_ATTEMPT = "This attempt does not count."


def render(result: Result, occasion: Occasion) -> bytes:
    """Returns the file. Where nothing was graded, whoever's fault that is, the submission is not gradable.

    Pictures are left out first where the whole is too large, then texts are shortened; that is said.
    """
    made = b""
    for at, longest in enumerate((LONGEST[0], *LONGEST)):
        stated = statement(result, occasion, longest=longest, counts=False)
        left_out = (_LEFT_OUT,) if at and _pictures(stated) else ()
        said = (*left_out, *((_SHORTENED,) if at > 1 else ()))
        made = encoded(_tree(stated, said, pictured=not at))
        if len(made) <= MOST:
            break
    return made


def _tree(stated: Statement, said: tuple[str, ...], *, pictured: bool) -> dict[str, Any]:
    if stated.way in ("usage", "broken"):
        words = f"{stated.title} {_NO_ATTEMPT}"
        return {
            "gradable": False,
            "format_errors": [words],
            "message": "\n\n".join(part for part in (words, stated.note) if part),
        }
    tree = {
        "gradable": True,
        "score": stated.share,
        "message": "\n\n".join(part for part in (stated.title, stated.note, *said) if part),
        "output": "\n".join(stated.stacks),
        "tests": [_test(item) for item in stated.listed],
    }
    pictures = _pictures(stated) if pictured else []
    return {**tree, "images": pictures} if pictures else tree


def _test(item: Item) -> dict[str, Any]:
    """One item as a test; PrairieLearn counts no points at all unless each test has some."""
    return {
        "name": item.name,
        "description": points(item) or item.status,
        "points": item.score or 0.0,
        "max_points": item.most,
        "message": text(item),
    }


def _pictures(stated: Statement) -> list[dict[str, str]]:
    """What the speed checks measured, drawn, a picture for each exercise; none where a part of it is hidden."""
    if any(item.hidden for item in stated.items):
        return []
    drawn = [(f"{report.title}: how fast it is", plots.render(report)) for report in stated.reports]
    return [
        {"label": label, "url": f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"}
        for label, svg in drawn
        if svg
    ]
