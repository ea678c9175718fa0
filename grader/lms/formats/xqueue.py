"""The answer of a grader behind Open edX's XQueue: right or not, a share of all points, and a message.

Open edX takes the message only where it is one element of XML. Where we failed there is no answer: the submission
stays in the queue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.lms.fitting import encoded, fitted
from grader.lms.statement import statement
from grader.lms.writing import headed, html
from grader.reports.html_page import text as escaped
from grader.reports.html_page import words as sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.lms.result import Occasion, Result
    from grader.lms.statement import Statement

__all__ = ["render"]


def render(result: Result, occasion: Occasion) -> bytes:
    """Returns the answer; nothing where we failed."""
    return fitted(lambda longest: _answer(statement(result, occasion, longest=longest)))


def _answer(stated: Statement) -> bytes:
    if stated.way == "broken":
        return b""
    correct = stated.way == "graded" and stated.share == 1
    return encoded({"correct": correct, "score": stated.share, "msg": f"<div>{''.join(_parts(stated))}</div>"})


def _parts(stated: Statement) -> Iterator[str]:
    """What the message says, as HTML that is XML, too."""
    yield f"<p><strong>{escaped(stated.title)}</strong></p>"
    if stated.note:
        yield f"<p>{sentence(stated.note)}</p>"
    for item in stated.listed:
        yield f"<h3>{escaped(headed(item))}</h3>{html(item)}"
    for said in stated.stacks:
        yield f"<p>{escaped(said)}</p>"
