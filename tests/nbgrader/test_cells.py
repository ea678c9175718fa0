"""The cells of an exercise: their grade ids, and the notebook that is built of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.course import find_exercise, read_course, read_exercise
from grader.nbgrader.cells import check_id, exercises_of, graded, others, slug_of, solution_id
from grader.nbgrader.errors import NbgraderError
from grader.nbgrader.notebook import digest, notebook

SMALL_COURSE = Path(__file__).parents[1] / "end_to_end" / "small_course"


@pytest.fixture
def course():
    return read_course(SMALL_COURSE)


@pytest.fixture
def exercise(course):
    return read_exercise(find_exercise(course, "1"), course)


def test_a_check_s_cell_is_known_by_its_exercise_and_its_name():
    assert check_id("double", "correctness") == "double--correctness"
    assert slug_of("double--correctness") == slug_of(solution_id("double")) == "double"


def test_a_check_without_points_has_no_cell(exercise):
    assert [check.name for check in graded(exercise)] == ["correctness", "purity", "recompiles"]
    first, *others = exercise.checks
    less = replace(exercise, checks=(replace(first, points=0.0), *others))
    assert [check.name for check in graded(less)] == ["purity", "recompiles"]


def test_a_notebook_s_exercises_are_told_by_its_grade_ids(course):
    found = exercises_of(["race--speedup", "double--purity", "double", "elsewhere--x"], course)
    assert [folder.name for folder in found] == ["01_double", "03_race"]


def test_the_cells_of_all_other_exercises_are_others(course):
    assert others("double", course) == {"brief", "race", "parts", "host"}


def test_a_notebook_holds_task_solution_starter_and_checks_and_no_value_of_a_hidden_case(exercise):
    data = notebook([exercise])
    task, solution, _, *checks = json.loads(data)["cells"]
    assert "Return twice x" in "".join(task["source"])
    text = "".join(solution["source"])
    assert text.startswith("### BEGIN SOLUTION\n")
    assert text.endswith("\n### END SOLUTION")
    assert exercise.solution.data.decode().strip() in text
    assert solution["metadata"]["jitgrade"]["starter"] == exercise.starter.data.decode().strip()
    assert ["".join(cell["source"]) for cell in checks] == [
        f'import grader\ngrader.check("exercise1", "{name}")' for name in ("correctness", "purity", "recompiles")
    ]
    assert [cell["metadata"]["nbgrader"]["points"] for cell in checks] == [4.0, 2.0, 2.0]
    assert b"8191.25" not in data
    assert b"kept back" not in data


def test_a_built_notebook_knows_whether_it_was_edited_since(exercise):
    data = notebook([exercise])
    now, built = digest(data)
    assert now == built
    now, built = digest(data.replace(b"Return twice", b"Please return twice"))
    assert now != built
    assert digest(b"{}") == ("", "")


def test_what_an_editor_adds_to_a_notebook_is_no_edit(exercise):
    whole = json.loads(notebook([exercise]))
    for cell in whole["cells"]:
        cell["metadata"]["tags"] = []
        cell["source"] = "".join(cell["source"])
    now, built = digest(json.dumps(whole).encode())
    assert now == built


def test_marks_of_nbgrader_within_a_text_are_refused(exercise):
    with pytest.raises(NbgraderError, match="'BEGIN SOLUTION'"):
        notebook([replace(exercise, task="Write between BEGIN SOLUTION and the end.")])
