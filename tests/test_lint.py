"""What is graded to prove an exercise: no more than it takes, and all alike. Only grading is a double."""

from __future__ import annotations

import types
from pathlib import Path

import pytest

from grader import lint as linting
from grader.course import read_course

EXERCISE = """\
format: 1
title: Twice
function: "double(x)"
task: Return twice x.
cases: [{x: 3}]
checks:
  - {check: recompiles, points: 2, at_most: 1, calls: [{x: 3}]}
  - {check: correctness, points: 4}
  - {check: purity, points: 2}
nudges: [One., Two., Three.]
"""
SOLUTION = "def double(x):\n    return 2 * x\n"


@pytest.fixture
def course(tmp_path):
    """A course of one exercise; its checks are judged in the order correctness, purity, recompiles."""
    (tmp_path / "course.yaml").write_text("title: A small course\n")
    exercise, solutions = tmp_path / "exercises" / "01_double", tmp_path / "solutions" / "01_double"
    for folder in (exercise, solutions / "wrong"):
        folder.mkdir(parents=True)
    (exercise / "exercise.yaml").write_text(EXERCISE)
    (exercise / "starter.py").write_text("def double(x):\n    raise NotImplementedError\n")
    (solutions / "solution.py").write_text(SOLUTION)
    return read_course(tmp_path)


@pytest.fixture
def linted(course, monkeypatch, a_check, a_report):
    """Lints a wrong answer that grading catches in the check ``lost``; returns its proof and what grading was asked."""

    def lint(answer: str, lost: str):
        asked = []

        def grade(source, exercise, *, only=(), **given):
            names = [check.name for check in sorted(exercise.checks, key=lambda check: check.order)]
            asked.append((source.name, only, given))
            checks = [
                a_check(name=name, status="failed" if name == lost else "passed", message="it differs", score=0.0)
                for name in names
                if not only or name in only
            ]
            return a_report(checks=tuple(checks), status="failed")

        monkeypatch.setattr(linting, "grade", grade)
        Path(course.folder, "solutions", "01_double", "wrong", "squared.py").write_text(answer)
        proofs = list(linting.lint(course, course.exercises, workshops=[types.SimpleNamespace()]))
        return next(proof for proof in proofs if proof.subject == "wrong/squared.py"), asked

    return lint


def only_of(asked, name):
    return [only for source, only, _ in asked if source == name]


def test_a_wrong_answer_is_graded_up_to_the_check_that_catches_it(linted):
    proof, asked = linted("# expect: purity: differs\n", "purity")
    assert proof.holds, proof.message
    assert only_of(asked, "squared.py") == [("correctness", "purity")]


def test_one_that_the_check_does_not_catch_is_graded_whole_to_tell_what_does(linted):
    proof, asked = linted("# expect: correctness: differs\n", "recompiles")
    assert not proof.holds
    assert proof.message == "check correctness is passed; failed: recompiles: it differs"
    assert only_of(asked, "squared.py") == [("correctness",), ()]


def test_one_that_is_caught_only_the_second_time_is_not_proved(linted, monkeypatch):
    answers = iter(["check correctness is passed; failed: none", ""])
    monkeypatch.setattr(linting, "_unmet", lambda *_: next(answers))
    proof, _ = linted("# expect: correctness: differs\n", "correctness")
    assert not proof.holds


def test_starter_and_solution_are_graded_whole(linted):
    _, asked = linted("# expect: purity: differs\n", "purity")
    assert only_of(asked, "starter.py") == only_of(asked, "solution.py") == [()]


def test_all_of_an_exercise_is_graded_with_one_seed(linted):
    _, asked = linted("# expect: purity: differs\n", "purity")
    assert len({given["seed"] for _, _, given in asked}) == 1
    assert len(asked) == 3


def test_an_answer_that_says_nothing_is_not_graded(linted):
    proof, asked = linted(SOLUTION, "purity")
    assert "its first line must be" in proof.message
    assert only_of(asked, "squared.py") == []
