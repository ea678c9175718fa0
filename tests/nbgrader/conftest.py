"""A class taught with nbgrader: its own commands, typed in a course folder of theirs, over what students handed in."""

from __future__ import annotations

import copy
import csv
import importlib.util
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SMALL_COURSE = Path(__file__).parents[1] / "end_to_end" / "small_course"
LONGEST = 300

needs_nbgrader = pytest.mark.skipif(
    importlib.util.find_spec("nbgrader") is None, reason="nbgrader is not installed (the extra 'nbgrader' has it)"
)

_GRADES = """
select assignment.name, student.id, base_cell.name, grade.auto_score, grade.manual_score, grade.needs_manual_grade
from grade
join base_cell on base_cell.id = grade.cell_id
join submitted_notebook on submitted_notebook.id = grade.notebook_id
join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id
join student on student.id = submitted_assignment.student_id
join assignment on assignment.id = submitted_assignment.assignment_id
"""
_COMMENTS = """
select student.id, base_cell.name, comment.auto_comment
from comment
join base_cell on base_cell.id = comment.cell_id
join submitted_notebook on submitted_notebook.id = comment.notebook_id
join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id
join student on student.id = submitted_assignment.student_id
"""


class School:
    """A course of exercises, and beside it nbgrader's folder."""

    def __init__(self, folder: Path) -> None:
        self.course = shutil.copytree(SMALL_COURSE, folder / "course")
        self.folder = folder / "class"
        self.home = folder / "home"
        self.home.mkdir()

    def run(self, module: str, *words: object, code: int = 0, cwd: Path | None = None) -> str:
        """Runs a module's command in nbgrader's folder; returns all it said."""
        done = subprocess.run(
            [sys.executable, "-m", module, *map(str, words)],
            cwd=cwd or self.folder,
            env={
                **os.environ,
                "HOME": str(self.home),
                "JUPYTER_PLATFORM_DIRS": "0",
                "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",  # nbgrader starts alembic
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LONGEST,
            check=False,
        )
        assert done.returncode == code, done.stdout
        return done.stdout

    def grade(self, *words: object, code: int = 0, cwd: Path | None = None) -> str:
        """Types a command of ours."""
        return self.run("grader", *words, code=code, cwd=cwd)

    def nbgrader(self, *words: object, code: int = 0) -> str:
        """Types a command of nbgrader's."""
        return self.run("nbgrader", *words, code=code)

    def begin(self, *words: object, assignment: str) -> None:
        """Makes the folder, an assignment in it, and what students get of that."""
        self.grade("nbgrader", "init", self.folder, "--course", self.course, cwd=self.course.parent)
        self.grade("nbgrader", "build", *words, "--assignment", assignment)
        self.nbgrader("generate_assignment", assignment)

    def released(self, assignment: str, name: str) -> dict[str, Any]:
        """A notebook as students get it."""
        return json.loads((self.folder / "release" / assignment / name).read_text(encoding="utf-8"))

    def hand_in(self, student: str, assignment: str, name: str, notebook: dict[str, Any] | bytes) -> Path:
        """Puts a notebook where a student's are collected."""
        path = self.folder / "submitted" / student / assignment / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(notebook if isinstance(notebook, bytes) else json.dumps(notebook).encode())
        return path

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the gradebook answers."""
        database = sqlite3.connect(self.folder / "gradebook.db")
        try:
            assert database.execute("pragma integrity_check").fetchall() == [("ok",)]
            return database.execute(query).fetchall()
        finally:
            database.close()

    def change(self, statement: str) -> None:
        """Changes the gradebook, as a person does in formgrader."""
        database = sqlite3.connect(self.folder / "gradebook.db")
        with database:
            database.execute(statement)
        database.close()

    def marks(self, assignment: str = "ps1") -> dict[str, dict[str, tuple[float | None, float | None, bool]]]:
        """By student and grade id: the mark of the autograder, the one given by hand, and whether one is wanted."""
        found: dict[str, dict[str, tuple[float | None, float | None, bool]]] = {}
        for name, student, cell, auto, manual, wanted in self.rows(_GRADES):
            if name == assignment:
                found.setdefault(student, {})[cell] = (auto, manual, bool(wanted))
        return found

    def comments(self) -> dict[tuple[str, str], str]:
        """The autograder's comments, by student and grade id."""
        return {(student, cell): text or "" for student, cell, text in self.rows(_COMMENTS)}

    def exported(self, assignment: str = "ps1") -> dict[str, float]:
        """The scores by student in the table that nbgrader exports."""
        self.nbgrader("export", "--to", "grades.csv")
        with (self.folder / "grades.csv").open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["assignment"] == assignment]
        return {row["student_id"]: float(row["score"]) for row in rows}


def solved(notebook: dict[str, Any], code: str, grade_id: str = "double") -> dict[str, Any]:
    """A copy of a released notebook with this code in the cell of a solution."""
    made = copy.deepcopy(notebook)
    cell = next(one for one in made["cells"] if mark(one).get("grade_id") == grade_id)
    cell["source"] = code
    return made


def mark(cell: dict[str, Any]) -> dict[str, Any]:
    """What nbgrader knows of a cell."""
    return cell["metadata"].get("nbgrader", {})


def tests(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells that are worth points."""
    return [cell for cell in notebook["cells"] if mark(cell).get("grade")]


tests.__test__ = False  # it is called so, and is none
