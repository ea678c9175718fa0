"""Courses to read, written into a temporary folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course import read_course, read_exercise
from grader.model.exercise import Course, Exercise

EXERCISE = """\
format: 1
title: Absolute value
function: "f(x, *, n)"
task: Write f.
cases:
  - {x: -3, n: 2}
  - {name: drawn, hidden: true, weight: 2, args: {x: "f32[n] in [0, 1]", n: 4}}
checks:
  - {check: correctness, points: 4}
"""


class Desk:
    """A course folder to write in."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("course.yaml", "title: A course\n")

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def exercise(self, text: str = EXERCISE, folder: str = "03_abs_static") -> Path:
        """Writes an exercise with a starter; returns its folder."""
        self.write(f"exercises/{folder}/starter.py", "def f(x, *, n):\n    return x\n")
        return self.write(f"exercises/{folder}/exercise.yaml", text).parent

    def course(self) -> Course:
        return read_course(self.root)

    def read(self, text: str = EXERCISE) -> Exercise:
        return read_exercise(self.exercise(text), self.course())


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)
