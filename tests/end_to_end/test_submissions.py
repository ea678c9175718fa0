"""Files as students write them, each with what its report must say: tests/submissions/<case>/."""

from __future__ import annotations

import secrets
from contextlib import nullcontext
from pathlib import Path

import pytest
import yaml

from grader.course import read_course, read_exercise, read_submission
from grader.course.course import find_exercise
from grader.grading import grade, workshop
from grader.sandbox.remembering import Memory
from grader.sandbox.workshop import Workshop

ROOT = Path(__file__).parents[2]
SUBMISSIONS = ROOT / "tests" / "submissions"
COURSES = {"": ROOT, "small": Path(__file__).parent / "small_course"}


@pytest.fixture(scope="module")
def one_workshop():
    with workshop() as made:
        yield made


@pytest.fixture(scope="module")
def drawn():
    """By exercise: the seed, and what its solution has answered to it."""
    return {}


@pytest.fixture
def graded(drawn):
    """The report of a file as an exercise of one of the two courses; the solution is asked but once."""

    def report(path, word, course, one_workshop):
        opened = read_course(COURSES[course])
        exercise = read_exercise(find_exercise(opened, word), opened)
        seed, memory = drawn.setdefault(exercise.folder, (secrets.token_hex(16), Memory()))
        file = read_submission(path, exercise)
        return grade(file, exercise, workshop=one_workshop, course=opened, seed=seed, reference=memory)

    return report


@pytest.mark.corpus
@pytest.mark.parametrize("case", sorted(path.name for path in SUBMISSIONS.iterdir() if path.is_dir()))
def test_a_submission_is_marked_and_told_what_its_folder_says(case, one_workshop, graded):
    expected = yaml.safe_load((SUBMISSIONS / case / "expect.yaml").read_text(encoding="utf-8"))
    [path] = (SUBMISSIONS / case).glob("submission.*")
    with Workshop(isolation=expected["isolation"]) if "isolation" in expected else nullcontext(one_workshop) as used:
        report = graded(path, str(expected["exercise"]), expected.get("course", ""), used)
    told = {check.name: (check.status, check.message) for check in report.checks if check.status != "passed"}
    assert (report.status, report.score) == (expected["status"], expected["score"]), told
    for name, words in expected.get("says", {}).items():
        message = next(check.message for check in report.checks if check.name == name)
        assert all(word in message for word in words), message
    if "check" in expected:
        check = next(check for check in report.checks if check.name == expected["check"])
        assert check.status == "failed"
        for word in expected["words"]:
            assert word in f"{check.message} {check.hint}"
        if "line" in expected:
            assert check.line == expected["line"], check.message


REPAIRS = {
    "a call with static_argnames": ("5", "05_static_loop/right/by_call.py", "static_argnames="),
    "a decorator with partial": ("5", "05_static_loop/right/decorator.py", "@partial(jax.jit"),
    "lax.while_loop": ("6", "06_while_log/solution.py", "lax.while_loop("),
    "lax.while_loop, with n traced": ("5", "05_static_loop/right/while_loop.py", "while_loop("),
}


@pytest.mark.parametrize(("exercise", "path", "repair"), REPAIRS.values(), ids=REPAIRS)
def test_each_repair_of_the_lessons_loops_earns_all_points(exercise, path, repair, one_workshop, graded):
    file = ROOT / "solutions" / path
    assert repair in file.read_text(encoding="utf-8")
    report = graded(file, exercise, "", one_workshop)
    assert (report.status, report.score) == ("passed", report.max_score)
