"""What the gradebook knows of an assignment: its notebooks, and their cells as the instructor wrote them.

``nbgrader generate_assignment`` put it there. Students' notebooks are restored by it and graded by it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, Literal

import msgspec

__all__ = ["Assignment", "Cell", "Notebook"]

_SCHEMA: Final = 3  # of nbgrader's marks in the metadata of cells


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell by its grade id. ``points`` are the most it is worth, None where it has no mark.

    Where it is ``locked``, its source is the instructor's; a ``solution`` is the student's, a ``task`` is both.
    """

    name: str
    cell_type: Literal["code", "markdown", "raw"]
    source: str
    checksum: str = ""
    locked: bool = False
    solution: bool = False
    task: bool = False
    points: float | None = None

    @property
    def graded(self) -> bool:
        """Whether it is a grade cell, which an autograder may give a mark; tasks are for people."""
        return self.points is not None and not self.task

    @property
    def by_hand(self) -> bool:
        """Whether people grade what the student wrote into it."""
        return self.graded and self.solution

    def mark(self) -> dict[str, Any]:
        """Returns what nbgrader's metadata of this cell has to say, whatever a student's file says."""
        found: dict[str, Any] = {
            "schema_version": _SCHEMA,
            "grade_id": self.name,
            "grade": self.graded,
            "solution": self.solution,
            "locked": self.locked,
            "task": self.task,
            "cell_type": self.cell_type,
        }
        if self.checksum:
            found["checksum"] = self.checksum
        if self.points is not None:
            found["points"] = self.points
        return found


class Notebook(msgspec.Struct, frozen=True, kw_only=True):
    """A notebook of an assignment: its name without ``.ipynb``, its kernel, its marked cells in their order."""

    name: str
    kernelspec: dict[str, Any] = {}
    cells: tuple[Cell, ...] = ()

    @property
    def graded(self) -> tuple[Cell, ...]:
        """The cells that an autograder may give a mark."""
        return tuple(cell for cell in self.cells if cell.graded)


class Assignment(msgspec.Struct, frozen=True, kw_only=True):
    """An assignment: its notebooks by name. ``extended`` are the due dates of those who got an extension.

    Dates are in UTC without a zone, as nbgrader keeps them.
    """

    name: str
    due: datetime | None = None
    extended: dict[str, datetime] = {}
    notebooks: tuple[Notebook, ...] = ()

    def notebook(self, name: str) -> Notebook | None:
        """Returns the notebook of this name; None where the assignment has none."""
        return next((one for one in self.notebooks if one.name == name), None)
