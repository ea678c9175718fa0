"""In ``nbgrader autograde``, first of all: the cells that the gradebook knows, and no others, are nbgrader's.

Without it a cell that was copied, or marked by hand, ends the batch for everybody; a deleted one is never marked.
"""

from __future__ import annotations

from typing import Any

from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor

__all__ = ["Restore"]

_MISSING = "This cell was missing from what was handed in, and put back to be marked."
_SCHEMA = 3


class Restore(NbGraderPreprocessor):
    """Goes by the gradebook's cells of this notebook; what a student's metadata say is not believed."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:  # noqa: ANN401 - nbconvert's own types
        """Returns the notebook with each cell of the gradebook exactly once. Of copies the last counts, as nbgrader's.

        A copy of a test is no code of the student's; a copy of a solution is.
        """
        told = resources["nbgrader"]
        with Gradebook(told["db_url"]) as gradebook:
            known = _known(gradebook.find_notebook(told["notebook"], told["assignment"]))
        kept: list[Any] = []
        left = dict(known)
        for cell in reversed(nb.cells):
            name = _name(cell.metadata.pop("nbgrader", None))
            if name in left:
                kept.append(_restored(cell, *left.pop(name)))
            elif name in known and _is_test(known[name][0]):
                self.log.warning("jitgrade: a copy of the test cell '%s' is left out", name)
                kept.append(new_raw_cell(cell.source))
            else:
                kept.append(cell)
        nb.cells = kept[::-1]
        for name, (mark, source) in left.items():
            if mark["grade"] or mark["solution"] or mark["task"]:
                self.log.warning("jitgrade: the cell '%s' is missing, and was put back", name)
                text = f"# {_MISSING}" if mark["cell_type"] == "code" else _MISSING
                nb.cells.append(_restored(new_raw_cell(text), mark, source))
        return nb, resources


def _known(notebook: Any) -> dict[str, tuple[dict[str, Any], str]]:  # noqa: ANN401 - a row of the gradebook
    """The gradebook's cells by grade id, in the order of the notebook: what nbgrader is to know, and the text."""
    points = {cell.name: float(cell.max_score) for cell in (*notebook.grade_cells, *notebook.task_cells)}
    grades = {cell.name for cell in notebook.grade_cells}
    solutions = {cell.name for cell in notebook.solution_cells}
    tasks = {cell.name for cell in notebook.task_cells}
    known = {}
    for cell in notebook.source_cells:
        mark = {
            "schema_version": _SCHEMA,
            "grade_id": cell.name,
            "grade": cell.name in grades,
            "solution": cell.name in solutions,
            "task": cell.name in tasks,
            "locked": bool(cell.locked),
            "cell_type": cell.cell_type,
            "checksum": cell.checksum,
        }
        known[cell.name] = mark | ({"points": points[cell.name]} if cell.name in points else {}), cell.source or ""
    return known


def _name(mark: object) -> str:
    name = mark.get("grade_id") if isinstance(mark, dict) else None
    return name if isinstance(name, str) else ""


def _is_test(mark: dict[str, Any]) -> bool:
    return bool(mark["grade"] and not mark["solution"])


def _restored(cell: Any, mark: dict[str, Any], source: str) -> Any:  # noqa: ANN401 - nbformat's own type
    """The cell as nbgrader has to find it: of its kind, and where it is locked with its own text."""
    if cell.cell_type != mark["cell_type"]:
        cell = (new_code_cell if mark["cell_type"] == "code" else new_markdown_cell)(cell.source)
    if mark["locked"]:
        cell.source = source
    cell.metadata["nbgrader"] = mark
    return cell
