"""Gradescope's ``results.json``; where we failed it is given none, and calls the run an error of the autograder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader import __version__
from grader.lms.fitting import encoded, fitted, unique
from grader.lms.statement import statement
from grader.lms.writing import ansi, markdown, marked, points, text
from grader.model.digest import signed
from grader.reports.words import amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.lms.items import Item
    from grader.lms.result import Occasion, Result
    from grader.lms.statement import Statement
    from grader.model.report import Report

__all__ = ["render"]

_WRITTEN = {"text": text, "md": markdown, "ansi": ansi}
_VEILED = "Your score is shown once everything that is hidden now is shown."


def render(result: Result, occasion: Occasion) -> bytes:
    """Returns the file; nothing where we failed, be it at one exercise: a lower score would replace an earlier one.

    Checks and cases that are hidden have the visibility of ``occasion.hidden``. What is pending has no score, and its
    name says how many points are to come. Speed-ups are on the leaderboard.
    """
    return fitted(lambda longest: _file(statement(result, occasion, longest=longest, hides=True), occasion))


def _file(stated: Statement, occasion: Occasion) -> bytes:
    if stated.way == "broken":
        return b""
    board = [one for one in stated.ratios if one.value is not None]
    names = unique(one.name for one in board)
    return encoded(
        {
            "score": stated.score,
            "execution_time": stated.seconds,
            "output": "\n\n".join(_output(stated, occasion)),
            "output_format": occasion.markup,
            "test_output_format": occasion.markup,
            "test_name_format": "text",
            "visibility": "visible",
            "stdout_visibility": "hidden",
            "tests": [_test(item, occasion) for item in stated.listed],
            "leaderboard": [
                {"name": name, "value": one.value, "order": "desc"} for name, one in zip(names, board, strict=True)
            ],
            "extra_data": _extra(stated, occasion),
        }
    )


def _output(stated: Statement, occasion: Occasion) -> Iterator[str]:
    """What is said of the whole; no sum as long as a part of it is hidden."""
    shown = marked if occasion.markup == "md" else str
    veiled = any(item.hidden for item in stated.items)
    yield shown(_VEILED if veiled and stated.way in ("graded", "provisional") else stated.title)
    if stated.note:
        yield shown(stated.note)
    yield from map(shown, stated.stacks)


def _test(item: Item, occasion: Occasion) -> dict[str, Any]:
    """One item as a test."""
    test: dict[str, Any] = {
        "name": item.name,
        "output": _WRITTEN[occasion.markup](item),
        "visibility": occasion.hidden if item.hidden else "visible",
    }
    if item.status == "skipped":  # with a status or a score Gradescope would show it as failed
        return {**test, "name": f"{item.name} (not judged: 0 of {amount(item.most)})"} if item.most else test
    if item.status in ("passed", "failed"):
        test["status"] = item.status
    if item.score is not None:
        return {**test, "score": item.score, "max_score": item.most}
    return {**test, "name": f"{item.name} (provisional: {points(item)})"} if item.most else test


def _extra(stated: Statement, occasion: Occasion) -> dict[str, Any]:
    """What the instructor's tools can read later: by what, with which seed, and what who has the key knows it by."""
    return {
        "jitgrade": __version__,
        "pending_score": stated.pending,
        "reports": [
            {name: value for name, value in _known(report, occasion.key).items() if value} for report in stated.reports
        ],
    }


def _known(report: Report, key: bytes) -> dict[str, str]:
    """What is kept of a report, empty where it is not known: of what was not run, not what was handed in, either."""
    return {
        "exercise": report.exercise,
        "sha256": report.submission.sha256 if report.environment.isolation else "",
        "seed": report.seed,
        "digest": signed(report, key).digest,
        "isolation": report.environment.isolation,
        "jax": report.environment.jax,
    }
