"""The students' course that the wheel carries is what the course of this repository gives, and nothing more."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import grader
from grader.course import read_course
from grader.release import readme, without_hidden_cases

COURSE = Path(__file__).resolve().parents[1]
RELEASED = Path(grader.__file__).parent / "released"
EXERCISES = sorted(path.name for path in (COURSE / "exercises").iterdir() if path.is_dir())
RENEW = "renew it: rm -r grader/released && grade release grader/released"


def test_it_has_the_same_exercises():
    found = sorted(path.name for path in (RELEASED / "exercises").iterdir() if path.is_dir())
    assert found == EXERCISES, RENEW


def test_its_course_file_is_the_same():
    assert (RELEASED / "course.yaml").read_bytes() == (COURSE / "course.yaml").read_bytes(), RENEW


def test_its_readme_tells_how_to_install_and_how_to_grade():
    told = (RELEASED / "README.md").read_text(encoding="utf-8")
    assert told == readme(read_course(COURSE)), RENEW
    assert ".venv/bin/pip install -q JITGRADE\n" in told
    assert ".venv/bin/grade 1\n" in told


@pytest.mark.parametrize("name", EXERCISES)
def test_an_exercise_is_the_same_but_for_its_hidden_cases(name):
    whole, released = COURSE / "exercises" / name, RELEASED / "exercises" / name
    text = (whole / "exercise.yaml").read_text(encoding="utf-8")
    assert (released / "exercise.yaml").read_text(encoding="utf-8") == without_hidden_cases(text), RENEW
    sources = {path.name: path.read_bytes() for path in whole.glob("*.py")}
    assert {path.name: path.read_bytes() for path in released.glob("*.py")} == sources, RENEW


@pytest.mark.parametrize("name", EXERCISES)
def test_nothing_else_lies_in_it(name):
    allowed = {"exercise.yaml", "starter.py", "fixtures.py", "checks.py", "baseline.py", "expected.msgpack"}
    found = {path.name for path in (RELEASED / "exercises" / name).iterdir()} - {"__pycache__"}
    assert found <= allowed
    assert "hidden: true" not in (RELEASED / "exercises" / name / "exercise.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", EXERCISES)
def test_expectations_are_stored_for_three_seeds(name):
    stored = msgspec.msgpack.decode((RELEASED / "exercises" / name / "expected.msgpack").read_bytes())
    assert [len(seed) for seed in stored["answers"]] == [32, 32, 32]
