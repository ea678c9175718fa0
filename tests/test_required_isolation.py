"""What a course says of isolation binds whoever grades with it what others handed in."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader import grading
from grader.course import read_course, read_exercise
from grader.model.exercise import Course
from grader.sandbox import tiers, workshop
from grader.sandbox.tiers import NoIsolationError

POOR = {"namespaces": "no bubblewrap", "landlock": "an old kernel", "uid": "not root", "limits": ""}


@pytest.fixture
def course():
    return Course(folder=Path(__file__).parents[1], title="A course", exercises=(), isolation="landlock")


def test_a_course_s_isolation_is_required(monkeypatch, course):
    monkeypatch.setattr(tiers, "obstacles", lambda: POOR)
    with pytest.raises(NoIsolationError, match="'landlock' or better"):
        grading.workshop(course=course)


def test_a_stronger_requirement_of_one_s_own_counts(monkeypatch, course):
    monkeypatch.setattr(tiers, "obstacles", lambda: POOR | {"landlock": ""})
    with pytest.raises(NoIsolationError, match="'namespaces' or better"):
        grading.workshop(course=course, require_isolation="namespaces")


def test_a_weaker_requirement_of_one_s_own_does_not_count(monkeypatch, course):
    monkeypatch.setattr(tiers, "obstacles", lambda: POOR)
    with pytest.raises(NoIsolationError, match="'landlock' or better"):
        grading.workshop(course=course, require_isolation="limits")


EXERCISE = """\
format: 1
title: Double
function: "f(x)"
task: Double it.
jit: none
cases: [{x: "f32[3]"}]
checks:
  - {check: correctness, points: 1}
nudges: [Look at the line., Think of a factor., Use 2.]
"""


def test_a_report_names_limits_where_everybody_can_read_the_solutions(monkeypatch, tmp_path):
    """Solutions lie beside exercises, so the folder of both is looked at, not only that of the exercise."""
    monkeypatch.setattr(workshop, "choose", lambda *_, **__: tiers._KNOWN["uid"])
    place, answer = tmp_path / "exercises" / "01_double", tmp_path / "solutions" / "01_double"
    for folder, name, text in (
        (place, "exercise.yaml", EXERCISE),
        (place, "starter.py", "def f(x):\n    return None\n"),
        (answer, "solution.py", "def f(x):\n    return 2 * x\n"),
        (tmp_path, "course.yaml", "title: Small\n"),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    monkeypatch.setattr(workshop, "entered_by_all", lambda folder: folder != place)
    course = read_course(tmp_path)
    exercise = read_exercise(place, course)
    with workshop.Workshop(fork=False) as made:
        report = grading.grade(exercise.starter, exercise, workshop=made, course=course)
    assert report.environment.isolation == "limits"
    assert f"everybody on this machine can enter {tmp_path}" in report.environment.isolation_lacks[0]
