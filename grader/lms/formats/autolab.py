"""Autolab's feedback on stdout: text, a line that lays it out, and last the line of the scores.

Autolab takes the last line as the scores and the one before it as the layout, whatever they are; before it decodes the
last one it puts each word that a colon follows between quotation marks, in strings, too.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from grader.lms.fitting import cut, encoded, fitted, one_line, unique
from grader.lms.statement import statement
from grader.lms.writing import headed, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.lms.items import Item
    from grader.lms.result import Occasion, Result
    from grader.lms.statement import Statement

__all__ = ["render"]

_HINT: Final = 500
_NO_SCORE: Final = "This run set no score, for which Autolab may show 0: {then}."
_AGAIN: Final = "an instructor can have it graded again"
_END: Final = "-"  # the last line, which is no score


def render(result: Result, occasion: Occasion) -> bytes:
    """Returns what is to be printed; where no problem's points are known, without a line of scores.

    ``occasion.problems`` are the lab's problems: one for all points, or one for each exercise; with any other number
    of them, each check that has points is a problem of its own. A problem is left open while nothing of it is settled,
    and where we failed at its exercise, so that no 0 takes the place of an earlier score. The scoreboard is the score,
    then each speed-up, 0 for none.
    """
    counts = bool(occasion.problems)
    return fitted(lambda longest: _printed(statement(result, occasion, longest=longest, counts=counts), occasion))


def _printed(stated: Statement, occasion: Occasion) -> bytes:
    scores = _scores(stated, occasion.problems)
    none = (_NO_SCORE.format(then="hand in again" if stated.way == "usage" else _AGAIN), _END)
    lines = "\n".join((*_said(stated), *(() if scores else none)))
    printed = lines.encode("utf-8") + b"\n"
    return printed + encoded(_layout(stated)) + _last(stated, scores) if scores else printed


def _said(stated: Statement) -> Iterator[str]:
    """The feedback as text."""
    yield stated.title
    if stated.note:
        yield f"\n{stated.note}"
    for item in stated.listed:
        yield f"\n{headed(item)}"
        yield text(item)
    yield ""
    yield from stated.stacks


def _layout(stated: Statement) -> dict[str, Any]:
    """Each exercise as a table of its checks; names that begin with _ are Autolab's own."""
    titles = unique(one_line(f"Exercise {report.number} · {report.title}") for report in stated.reports)
    stages: dict[str, dict[str, Any]] = {title: {} for title in titles}
    items = stated.listed
    for name, item in zip(unique(item.name.lstrip("_") or item.key for item in items), items, strict=True):
        stages[titles[item.exercise]][name] = _passed(item)
    return {"_presentation": "semantic", "stages": list(stages), **stages}


def _passed(item: Item) -> dict[str, Any]:
    """An item in the layout."""
    if item.status == "passed":
        return {"passed": True}
    return {"passed": False, "hint": cut(f"{item.message or item.status} {item.hint}".strip(), _HINT)}


def _scores(stated: Statement, problems: tuple[str, ...]) -> dict[str, float]:
    """The points of each problem of which some are settled; none where no problem is known."""
    if stated.way == "usage":
        return dict.fromkeys(problems, 0.0)
    checks: dict[tuple[int, int], list[Item]] = {}
    for item in stated.items:
        if item.most and item.score is not None and stated.reports[item.exercise].status != "broken":
            checks.setdefault((item.exercise, item.check), []).append(item)
    if len(problems) == 1:
        known = stated.way == "graded" or (stated.way == "provisional" and checks)
        return {problems[0]: stated.score} if known else {}
    if problems and len(problems) == len(stated.reports):
        begun = {exercise for exercise, _ in checks}
        whole = zip(problems, stated.earned, strict=True)
        return {problem: earned for at, (problem, earned) in enumerate(whole) if at in begun or stated.way == "graded"}
    return {of[0].key: sum(item.score or 0.0 for item in of) for of in checks.values()}


def _last(stated: Statement, scores: dict[str, float]) -> bytes:
    """The line of the scores, in which no word of a name is followed by a colon."""
    named = ", ".join(f"{_quoted(name)}: {round(score, 6)}" for name, score in scores.items())
    board = json.dumps([stated.score, *(one.value or 0.0 for one in stated.ratios)])
    return f'{{"scores": {{{named}}}, "scoreboard": {board}}}\n'.encode("ascii")


def _quoted(name: str) -> str:
    """A name in JSON, its colons spelled out."""
    return json.dumps(name).replace(":", "\\u003a")
