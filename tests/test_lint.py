"""What is graded to prove an exercise, and what its reports must be. Only grading is a double."""

from __future__ import annotations

import types

import pytest

from grader import lint as linting
from grader.course import read_course

EXERCISE = """\
format: 1
title: Twice
function: "double(x)"
task: Return twice x.
cases: [{name: drawn, args: {x: "f32[4] in [1, 2]"}}]
checks:
  - {check: recompiles, points: 2, at_most: 1, calls: [{x: "f32[4]"}]}
  - {check: correctness, points: 4}
  - {check: purity, points: 2}
nudges: [One., Two., Three.]
"""
RACE = """\
  - {check: speedup, points: 3, over: starter, case: drawn, at_least: 2}
"""
SOLUTION = "def double(x):\n    return 2 * x\n"
FAILS = {
    "starter.py": ("correctness", {}),
    "squared.py": ("purity", {}),
    "solution.py": ("", {}),
    "other.py": ("", {}),
}
"""By file: the check that it loses, "" for none, and what is told of its speed."""


@pytest.fixture
def folder(tmp_path):
    """A course of one exercise; its checks are judged in the order correctness, purity, recompiles."""
    (tmp_path / "course.yaml").write_text("title: A small course\n")
    exercise, solutions = tmp_path / "exercises" / "01_double", tmp_path / "solutions" / "01_double"
    for made in (exercise, solutions / "wrong", solutions / "right"):
        made.mkdir(parents=True)
    (exercise / "exercise.yaml").write_text(EXERCISE)
    (exercise / "starter.py").write_text("def double(x):\n    raise NotImplementedError\n")
    (solutions / "solution.py").write_text(SOLUTION)
    (solutions / "wrong" / "squared.py").write_text("# expect: purity: differs\n")
    (solutions / "right" / "other.py").write_text("# expect: passed\n")
    return tmp_path


@pytest.fixture
def linted(folder, monkeypatch, a_check, a_report):
    """Lints the course, whose files lose these checks; returns all proofs and what grading was asked."""

    def lint(fails=FAILS):
        asked = []

        def grade(source, exercise, *, only=(), **given):
            asked.append((source.name, only, given))
            lost, speed = {**FAILS, **fails}[source.name]
            checks = [
                a_check(
                    name=check.name,
                    status="failed" if check.name == lost else "passed",
                    message=f"{check.name} differs",
                    detail={"kind": check.kind, **(speed if check.name == "speedup" else {})},
                )
                for check in sorted(exercise.checks, key=lambda check: check.order)
                if not only or check.name in only
            ]
            return a_report(checks=tuple(checks), status="failed" if lost else "passed")

        monkeypatch.setattr(linting, "grade", grade)
        course = read_course(folder)
        return list(linting.lint(course, course.exercises, workshops=[types.SimpleNamespace()])), asked

    return lint


@pytest.fixture
def broken(linted):
    """The broken promises of a course whose files lose these checks, by what they are about."""

    def named(fails=FAILS):
        return {proof.subject: proof.message for proof in linted(fails)[0] if not proof.holds}

    return named


def only_of(asked, name):
    return [only for source, only, _ in asked if source == name]


def test_a_course_that_keeps_its_promises_has_no_broken_one(broken):
    assert broken() == {}


def test_a_wrong_answer_is_graded_up_to_the_check_that_catches_it(linted):
    _, asked = linted()
    assert only_of(asked, "squared.py") == [("correctness", "purity")]


def test_one_that_the_check_does_not_catch_is_graded_whole_to_tell_what_does(linted):
    proofs, asked = linted({"squared.py": ("recompiles", {})})
    told = next(proof for proof in proofs if not proof.holds)
    assert told.message == "check purity is passed; failed: recompiles: recompiles differs"
    assert only_of(asked, "squared.py") == [("correctness", "purity"), ()]


def test_one_that_is_caught_only_the_second_time_is_not_proved(broken, monkeypatch):
    answers = iter(["check purity is passed; failed: none", ""])
    monkeypatch.setattr(linting, "_unmet", lambda *_: next(answers))
    assert broken() == {"wrong/squared.py": "check purity is passed; failed: none"}


def test_starter_solution_and_right_answers_are_graded_whole(linted):
    _, asked = linted()
    assert [only for name in ("starter.py", "solution.py", "other.py") for only in only_of(asked, name)] == [()] * 3


def test_all_of_an_exercise_is_graded_with_one_seed(linted):
    _, asked = linted()
    assert len({given["seed"] for _, _, given in asked}) == 1
    assert len(asked) == 4


@pytest.mark.parametrize(
    ("name", "lost", "subject", "words"),
    [
        ("starter.py", "", "starter.py", "the starter passes"),
        ("solution.py", "purity", "solution.py", "purity: purity differs"),
        ("other.py", "correctness", "right/other.py", "correctness: correctness differs"),
        ("squared.py", "", "wrong/squared.py", "check purity is passed; failed: none"),
        ("squared.py", "correctness", "wrong/squared.py", "check purity is passed; failed: correctness"),
    ],
)
def test_a_file_that_is_not_graded_as_promised_is_named(broken, name, lost, subject, words):
    told = broken({name: (lost, {})})
    assert list(told) == [subject]
    assert words in told[subject]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# expect: purity: a square\n", "without the words 'a square'"),
        ("# expect: puridy: differs\n", "check puridy does not exist"),
        (SOLUTION, "its first line must be"),
    ],
)
def test_an_answer_whose_first_line_is_not_true_is_named(folder, broken, text, words):
    (folder / "solutions" / "01_double" / "wrong" / "squared.py").write_text(text)
    told = broken()
    assert list(told) == ["wrong/squared.py"]
    assert words in told["wrong/squared.py"]


def test_an_answer_that_says_nothing_is_not_graded(folder, linted):
    (folder / "solutions" / "01_double" / "wrong" / "squared.py").write_text(SOLUTION)
    _, asked = linted()
    assert only_of(asked, "squared.py") == []


@pytest.mark.parametrize("path", ["exercises/01_double/notes.txt", "solutions/01_double/wrong/data.csv"])
def test_a_stray_file_is_named(folder, broken, path):
    (folder / path).write_text("later")
    assert broken() == {"files": f"stray: {path.rpartition('/')[2]}"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[One., Two., Three.]", "[One.]", "1 nudges"),
        ("[One., Two., Three.]", "[One., ' ', Three.]", "3 nudges"),
        ("task: Return twice x.", "task: Return ___.", "blanks, marked ___, are to be filled in: the task"),
        ("nudges:", "hints: {TypeError: ' '}\nnudges:", "the hint for TypeError is empty"),
    ],
)
def test_a_text_that_is_missing_is_named(folder, broken, old, new, words):
    (folder / "exercises" / "01_double" / "exercise.yaml").write_text(EXERCISE.replace(old, new))
    told = broken()
    assert list(told) == ["texts"]
    assert words in told["texts"]


def test_all_that_an_author_left_open_is_told_at_once(folder, broken):
    text = EXERCISE.replace("Twice", "___").replace("Return", "___").replace("[One., Two., Three.]", "[One., ___]")
    (folder / "exercises" / "01_double" / "exercise.yaml").write_text(text)
    (folder / "exercises" / "01_double" / "starter.py").write_text("# ___\n")
    blanks, nudges = broken()["texts"].split("\n")
    assert blanks.endswith(": the title, the task, nudge 2, starter.py")
    assert nudges.startswith("2 nudges")


def test_a_mistake_in_an_exercise_is_named_by_its_line(folder, broken):
    text = EXERCISE.replace("task: Return twice x.", "task: ''").replace("at_most", "atmost")
    (folder / "exercises" / "01_double" / "exercise.yaml").write_text(text)
    told = broken()
    assert list(told) == ["exercise.yaml"]
    assert "exercise.yaml:4: task must not be empty" in told["exercise.yaml"]
    assert "exercise.yaml:7: recompiles has no 'atmost'" in told["exercise.yaml"]


@pytest.fixture
def race(folder):
    """Has the exercise judge speed, over the starter."""
    (folder / "exercises" / "01_double" / "exercise.yaml").write_text(EXERCISE.replace("nudges", f"{RACE}nudges"))


SPEED = {"starter.py": ("purity", {"ratio": 1.0, "threshold": 2}), "solution.py": ("", {"ratio": 6.0, "threshold": 2})}


@pytest.mark.usefixtures("race")
def test_a_solution_without_room_over_the_threshold_is_named(broken):
    fast = {**SPEED, "other.py": ("", {"ratio": 6.0, "threshold": 2})}
    assert broken(fast) == {}
    told = broken({**fast, "solution.py": ("", {"ratio": 5.9, "threshold": 2})})
    assert told == {"solution.py": "only 5.9× where 2× is asked; 3 times that is wanted"}


@pytest.mark.usefixtures("race")
def test_a_starter_that_is_raced_against_must_be_right(broken):
    told = broken({**SPEED, "starter.py": ("correctness", {})})
    assert "the starter must pass correctness" in told["starter.py"]


@pytest.mark.usefixtures("race")
@pytest.mark.parametrize(("ratio", "words"), [(1.3, ""), (1.5, "caught by its speed at 1.5× where 2× is asked")])
def test_an_answer_that_only_its_speed_gives_away_must_be_well_below_the_threshold(folder, broken, ratio, words):
    (folder / "solutions" / "01_double" / "wrong" / "squared.py").write_text("# expect: speedup: differs\n")
    told = broken({**SPEED, "squared.py": ("speedup", {"ratio": ratio, "threshold": 2})})
    assert (told == {}) == (not words)
    assert words in told.get("wrong/squared.py", "")
