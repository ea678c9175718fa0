"""What comes of a student's notebook: the notebook as it is kept, a score for each graded cell, comments on answers.

A score follows from the report of the cell's exercise and from nothing else. Where that has none yet, neither has the
cell: it waits for a person, as nbgrader has it. A check cell that is missing is put back, and marked as any other: the
test was never in it, and some front ends drop what nbgrader knows cells by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from grader.nbgrader import cells
from grader.nbgrader.wording import comment, reasons

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from grader.model.exercise import Source
    from grader.model.report import CheckResult, Report
    from grader.nbgrader.assigned import Cell, Notebook
    from grader.nbgrader.sanitizing import Sanitized

__all__ = ["Answer", "Marked", "Score", "absent", "marked"]

_PUT_BACK: Final = "The cell {} was missing from the notebook, and was put back."
_SHOWN: Final = 200_000
"""Letters of a notebook that are kept for its pages: making those of one with megabytes takes minutes."""
_NO_RESPONSE: Final = "No response."


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What was handed in for an exercise, and its report; ``source`` is empty where the file cannot be read."""

    report: Report
    source: Source


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """A graded cell's points by its grade id; None where they are for a person to give, ``why`` says the reason."""

    cell: str
    points: float | None
    why: str = ""


class Marked(msgspec.Struct, frozen=True, kw_only=True):
    """All that is kept of a notebook: ``content`` is None where none was handed in. ``comments`` by grade id.

    ``look`` says that a person should look at it even where all is settled.
    """

    name: str
    content: bytes | None
    scores: tuple[Score, ...]
    comments: dict[str, str | None]
    look: bool = False


def absent(known: Notebook, *, look: bool) -> Marked:
    """Returns what comes of a notebook that was not handed in: no points, as nbgrader has it."""
    scores = tuple(Score(cell=cell.name, points=0.0) for cell in known.graded)
    return Marked(name=known.name, content=None, scores=scores, comments={}, look=look)


def marked(known: Notebook, found: Sanitized, answers: Mapping[str, Answer | None]) -> Marked:
    """Returns what comes of a notebook by the answers to its exercises, by what grade ids call those.

    Where an exercise has None, nothing was graded of it: its cells keep the scores and comments they have.
    """
    shown = {}
    scores = []
    for cell in known.graded:
        slug = cells.slug_of(cell.name)
        answer = answers.get(slug)
        if slug in answers and answer is None and not cell.by_hand:
            continue
        result = None if answer is None else _result(cell, answer.report)
        score = _score(cell, result, found)
        scores.append(score)
        if answer is not None and result is not None:
            text = reasons(result, answer.report, answer.source, score.points or 0.0, cell.points or 0.0)
            shown[cell.name] = _outputs(text, score.points)
    return Marked(
        name=known.name,
        content=found.with_outputs(shown, most=_SHOWN),
        scores=tuple(scores),
        comments=dict(_comments(known, found, answers)),
    )


def _outputs(text: str, points: float | None) -> list[dict[str, Any]]:
    """A cell's outputs: text as it would be printed, then the points as nbgrader reads them, if there are."""
    found: list[dict[str, Any]] = [{"output_type": "stream", "name": "stdout", "text": text}]
    if points is not None:
        data = {"text/plain": repr(points)}
        found.append({"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": None})
    return found


def _score(cell: Cell, result: CheckResult | None, found: Sanitized) -> Score:
    if cell.by_hand and cell.name in found.copied:
        return Score(cell=cell.name, points=None, why="it is there more than once")
    if cell.by_hand and cell.name in found.missing and found.readable:
        return Score(cell=cell.name, points=None, why="it is missing, or a front end dropped what it is known by")
    if cell.by_hand:
        # Who wrote nothing gets nothing, and needs nobody to say so.
        return Score(cell=cell.name, points=0.0 if cell.name in found.untouched | found.missing else None)
    if result is None:
        return Score(cell=cell.name, points=None, why="no check of the course is called so")
    if result.score is None:
        return Score(cell=cell.name, points=None, why=result.status)
    share = min(max(result.score / result.max_score, 0.0), 1.0) if result.max_score else 0.0
    return Score(cell=cell.name, points=round(share * (cell.points or 0.0), 6))


def _result(cell: Cell, report: Report) -> CheckResult | None:
    """The result of the check that a cell is worth the points of."""
    return next((one for one in report.checks if cells.check_id(report.exercise, one.name) == cell.name), None)


def _comments(
    known: Notebook, found: Sanitized, answers: Mapping[str, Answer | None]
) -> Iterator[tuple[str, str | None]]:
    """What is said of each answer."""
    for cell in known.cells:
        if not cell.solution:
            continue
        answer = answers.get(cell.name)
        if answer is not None:
            mine = (one.name for one in known.graded if cells.slug_of(one.name) == cell.name)
            notes = [_PUT_BACK.format(name) for name in mine if found.readable and name in found.missing]
            notes += [] if answer.report.attempted else [_NO_RESPONSE]
            yield cell.name, "\n\n".join([*notes, comment(answer.report, answer.source)])
        elif cell.name not in answers:
            yield cell.name, _NO_RESPONSE if cell.name in found.untouched else None
