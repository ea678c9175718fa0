"""A notebook for nbgrader made from exercises: the task, a cell to write in, and a cell for each check with points."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from grader.nbgrader.cells import check_id, check_source, graded, solution_id
from grader.nbgrader.errors import NbgraderError

if TYPE_CHECKING:
    from grader.model.exercise import Exercise

__all__ = ["OURS", "STARTER", "digest", "notebook"]

OURS: Final = "jitgrade"
"""Where in the metadata of notebooks and cells our own words are."""
STARTER: Final = "starter"
_BUILT: Final = "built"
_BEGIN: Final = "### BEGIN SOLUTION"
_END: Final = "### END SOLUTION"
_MARKS: Final = ("BEGIN SOLUTION", "END SOLUTION")

_Cell = dict[str, Any]


def notebook(exercises: Iterable[Exercise]) -> bytes:
    """Returns the source notebook of exercises, as nbgrader's ``generate_assignment`` takes it.

    No value of a case and no threshold is in it; the solution stands between nbgrader's marks, and the starter that
    students get instead in the cell's metadata. Raises NbgraderError where a text has such marks itself.
    """
    cells = [cell for exercise in exercises for cell in _cells(exercise)]
    whole = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            OURS: {_BUILT: _digest(cells)},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


def digest(data: bytes) -> tuple[str, str]:
    """Returns what the cells of a notebook come to, and what they came to when it was built; "" where it was not.

    Both are "" where the bytes are no notebook.
    """
    try:
        whole = msgspec.json.decode(data, type=dict[str, Any])
        return _digest(whole["cells"]), str(whole["metadata"].get(OURS, {}).get(_BUILT, ""))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, KeyError, TypeError, AttributeError):
        return "", ""


def _digest(cells: list[_Cell]) -> str:
    """What the cells come to as their author sees them: kinds, texts and nbgrader's marks; not what an editor adds."""
    seen = [(cell["cell_type"], "".join(cell["source"]), cell["metadata"].get("nbgrader")) for cell in cells]
    return hashlib.sha256(msgspec.json.encode(seen, order="deterministic")).hexdigest()


def _cells(exercise: Exercise) -> list[_Cell]:
    slug = exercise.slug
    checks = graded(exercise)
    task = f"# Exercise {exercise.number} · {exercise.title}\n\n{exercise.task.strip()}"
    judged = "\n".join(
        ["| what is judged | points |", "|---|---|", *(f"| {check.shown} | {check.points:g} |" for check in checks)]
    )
    advice = (
        "Write in the cell above, run it and save. Each cell below then shows the points of one check, with reasons."
    )
    return [
        _cell(f"{slug}-task", "markdown", task, {}),
        _cell(slug, "code", _solution(exercise), _solution_metadata(exercise)),
        _cell(f"{slug}-judged", "markdown", f"{judged}\n\n{advice}", {}),
        *(
            _cell(
                check_id(slug, check.name),
                "code",
                check_source(exercise, check.name),
                {"nbgrader": _mark(check_id(slug, check.name), grade=True, points=check.points)},
            )
            for check in checks
        ),
    ]


def _solution(exercise: Exercise) -> str:
    """The cell of the solution as its author runs it; the starter where the course has no solution."""
    source = _text(exercise.solution.data if exercise.solution else exercise.starter.data)
    for text in (source, exercise.task, exercise.title):
        if any(mark in text for mark in _MARKS):
            raise NbgraderError(
                f"exercise {exercise.number} ({exercise.slug}) has '{_MARKS[0]}' or '{_MARKS[1]}' in its task or its "
                "solution, and nbgrader cuts there; write it otherwise"
            )
    return f"{_BEGIN}\n{source}\n{_END}"


def _solution_metadata(exercise: Exercise) -> dict[str, Any]:
    return {
        "nbgrader": _mark(solution_id(exercise.slug), solution=True),
        OURS: {STARTER: _text(exercise.starter.data)},
    }


def _mark(
    grade_id: str, *, grade: bool = False, solution: bool = False, points: float | None = None
) -> dict[str, object]:
    """What nbgrader is told of a cell; a cell that is graded is locked."""
    mark = {"schema_version": 3, "grade_id": grade_id, "grade": grade, "locked": grade, "solution": solution}
    return {**mark, "task": False} | ({} if points is None else {"points": points})


def _cell(name: str, kind: str, source: str, metadata: dict[str, Any]) -> _Cell:
    """A cell, known within its notebook by an id that stays the same when it is built again."""
    known = hashlib.sha256(f"{name}:{kind}".encode()).hexdigest()[:16]
    cell: _Cell = {"cell_type": kind, "id": known, "metadata": metadata, "source": source.splitlines(keepends=True)}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def _text(data: bytes) -> str:
    return data.decode("utf-8-sig").replace("\r\n", "\n").strip("\n")
