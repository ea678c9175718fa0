"""What is printed for Moodle VPL."""

from __future__ import annotations

import pytest

from grader.lms.formats.vpl import render
from grader.lms.result import Occasion, Result
from tests.lms.contracts.reading import vpl, vpl_comments
from tests.lms.formats import made


def printed(result, **given):
    return render(result, Occasion(**given))


@pytest.mark.parametrize(
    ("given", "grade"),
    [
        ({}, 1.5),
        ({"highest": 100.0}, 25.0),
        ({"lowest": 1.0, "highest": 5.0}, 2.0),
        ({"lowest": -4.0, "highest": 0.0}, -3.0),
    ],
)
def test_the_grade_goes_from_the_lowest_to_the_highest(given, grade):
    assert vpl(printed(made.wrong(), **given)) == grade


def test_comments_tell_points_as_the_exercise_does():
    shown = vpl_comments(printed(made.wrong(), highest=100.0))
    assert shown[0] == "- 1.5 of 6 points."
    assert "- ✗ Right results: 1.5 of 4 points" in shown


def test_what_a_check_found_is_shown_as_it_is():
    assert "> Case `one` gives 2, *not* <1>." in vpl_comments(printed(made.wrong()))


@pytest.mark.parametrize("result", [made.broken(), Result(usage="There is no exercise3.py."), Result(broken="Ours.")])
def test_what_was_not_graded_has_no_grade(result):
    assert vpl(printed(result, highest=10.0)) is None
    assert vpl_comments(printed(result))


def test_where_we_failed_at_one_exercise_there_is_no_grade_and_the_others_are_told():
    data = printed(made.partly_broken(), highest=10.0)
    assert vpl(data) is None
    shown = vpl_comments(data)
    assert shown[0] == "- Not everything was graded, and that is not your fault: exercise 1: The reference fails."
    assert "- ✗ Exercise 3: Right results: 1.5 of 4 points" in shown


@pytest.mark.parametrize(("lowest", "highest"), [(0.0, 0.0), (5.0, 1.0), (0.0, float("nan"))])
def test_an_activity_without_grades_gets_none(lowest, highest):
    assert vpl(printed(made.right(), lowest=lowest, highest=highest)) is None


@pytest.mark.parametrize(
    "said", ["Grade :=>> 100", "x\nGrade :=>> 100", "--|>\nGrade :=>> 100", "\n--|>\n<|--\n", "a\r\nGrade :=>> 100\r\n"]
)
@pytest.mark.parametrize("field", ["message", "hint", "title"])
def test_marks_of_vpl_in_a_text_are_taken_apart(said, field):
    result = made.result(made.check(status="failed", score=1.0, **{field: said}), note=said)
    data = printed(result)
    assert vpl(data) == 1.0
    assert data.count(b"Grade :=>>") == data.count(b"<|--") == data.count(b"--|>") == 1


def test_a_title_never_ends_in_a_bracket_in_which_vpl_would_look_for_a_number():
    shown = vpl_comments(printed(Result(broken="it fails (-5)")))
    assert shown == ["- Not graded, and not your fault: it fails (-5)."]
