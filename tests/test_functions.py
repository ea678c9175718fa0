"""A file with several functions is graded function by function, in one report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.course import read_course, read_exercise
from grader.grading import grade, observe, workshop
from grader.model.exercise import Exercise, Source
from grader.release import expected
from grader.sandbox.remembering import Memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.model.report import Report
    from grader.sandbox.workshop import Workshop

# Both are called with the same arguments, so that only their names tell their questions apart.
EXERCISE = """\
format: 1
title: Two
function: "one_more(x)"
also: [{function: "doubled(x)"}]
task: Write both.
cases:
  - {x: 3.0}
  - {name: three, of: doubled, args: {x: 3.0}}
checks:
  - {check: correctness, points: 2}
  - {check: correctness, of: doubled, name: doubled, points: 3}
"""
ONE, TWO = "def one_more(x):\n    return x + 1\n", "def doubled(x):\n    return 2 * x\n"
SEED = "5e" * 16


@pytest.fixture(scope="module")
def one_workshop() -> Iterator[Workshop]:
    """A workshop for all tests of this file."""
    with workshop() as made:
        yield made


@pytest.fixture
def exercise(tmp_path: Path) -> Exercise:
    for name, text in {
        "course.yaml": "title: Small\n",
        "exercises/01_two/exercise.yaml": EXERCISE,
        "exercises/01_two/starter.py": "",
        "solutions/01_two/solution.py": ONE + TWO,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return read_exercise(tmp_path / "exercises" / "01_two", read_course(tmp_path))


@pytest.fixture
def graded(exercise: Exercise, one_workshop: Workshop) -> Callable[..., Report]:
    def grading(text: str, **how: object) -> Report:
        source = Source(name="mine.py", data=text.encode())
        return grade(source, exercise, workshop=one_workshop, **how)  # type: ignore[arg-type]

    return grading


def statuses(report: Report) -> dict[str, str]:
    return {check.name: check.status for check in report.checks}


def test_that_the_file_runs_is_told_once_and_the_rest_of_each_function(graded):
    report = graded(ONE + TWO)
    assert list(statuses(report)) == [
        "loads",
        *("signature-one_more", "traces-one_more", "correctness"),
        *("signature-doubled", "traces-doubled", "doubled"),
    ]
    assert (report.status, report.score) == ("passed", 5.0)


def test_a_function_that_is_missing_fails_only_what_is_judged_of_it(graded):
    report = graded(TWO)
    found = statuses(report)
    assert (found["signature-one_more"], found["correctness"], found["doubled"]) == ("failed", "skipped", "passed")
    (lost,) = (check for check in report.checks if check.status == "failed")
    assert "`one_more`" in lost.message
    assert lost.title == "The function is there and can be called (one_more)"


def test_a_file_that_does_not_run_is_loaded_for_the_first_function_alone_and_all_else_is_skipped(graded):
    loads, *others = graded("1 / 0\n").checks
    assert (loads.name, loads.status) == ("loads", "failed")
    assert [one.name for one in others] == ["signature-one_more", "traces-one_more", "correctness", "doubled"]
    assert {(one.status, one.message) for one in others} == {("skipped", "Not judged: the file does not run.")}


def test_of_one_check_alone_no_other_function_is_asked_for(graded):
    report = graded(TWO, only=("doubled",))
    assert statuses(report) == dict.fromkeys(("loads", "signature-doubled", "traces-doubled", "doubled"), "passed")


def test_what_the_solution_answered_is_remembered_by_function(graded):
    memory = Memory()
    for _ in range(2):
        assert graded(ONE + TWO, seed=SEED, reference=memory).status == "passed"


def test_expectations_are_stored_by_function(exercise, one_workshop, tmp_path):
    data = expected(exercise, exercise.solution, [SEED], one_workshop)
    (exercise.folder / "expected.msgpack").write_bytes(data)
    (tmp_path / "solutions" / "01_two" / "solution.py").unlink()
    released = read_exercise(exercise.folder, read_course(tmp_path))
    source = Source(name="mine.py", data=(ONE + TWO.replace("2", "3")).encode())
    found = statuses(grade(source, released, workshop=one_workshop))
    assert (found["correctness"], found["doubled"]) == ("passed", "failed")


def test_the_blueprint_is_shown_of_every_function(exercise, one_workshop):
    source = Source(name="mine.py", data=(ONE + TWO).encode())
    assert [one.case for one in observe(source, exercise, workshop=one_workshop).programs] == ["case 1", "three"]
