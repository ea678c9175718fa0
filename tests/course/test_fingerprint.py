"""An exercise's fingerprint changes with anything by which it is graded."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader.course import fingerprint, read_course, read_exercise

SMALL = Path(__file__).parents[1] / "end_to_end" / "small_course"


def of(course: Path) -> str:
    """The fingerprint of the course's first exercise."""
    opened = read_course(course)
    return fingerprint(read_exercise(opened.exercises[0], opened))


@pytest.fixture
def course(tmp_path):
    return shutil.copytree(SMALL, tmp_path / "course")


def test_it_is_the_same_wherever_the_course_lies(course):
    assert of(course) == of(SMALL)


@pytest.mark.parametrize(
    "name",
    [
        "exercises/01_double/exercise.yaml",
        "exercises/01_double/starter.py",
        "exercises/01_double/fixtures.py",
        "exercises/01_double/baseline.py",
        "exercises/01_double/expected.msgpack",
        "solutions/01_double/solution.py",
    ],
)
def test_every_file_of_the_exercise_counts(course, name):
    before = of(course)
    with (course / name).open("a") as file:
        file.write("\n")
    assert of(course) != before


def test_a_check_of_the_authors_own_counts(course):
    own = course / "exercises" / "01_double" / "checks.py"
    own.write_text("from grader import Check\n\nclass Own(Check, tag='own', frozen=True, kw_only=True):\n    pass\n")
    before = of(course)
    with own.open("a") as file:
        file.write("    share = 0.5\n")
    assert of(course) != before


def test_the_limits_of_the_course_count(course):
    before = of(course)
    (course / "course.yaml").write_text("title: A small course\nlimits: {wall: 17s}\n")
    assert of(course) != before


def test_other_files_do_not_count(course):
    before = of(course)
    (course / "exercises" / "01_double" / "notes.txt").write_text("to be told apart")
    assert of(course) == before
