"""What is printed for Autolab."""

from __future__ import annotations

import json

import pytest

from grader.lms.formats.autolab import render
from grader.lms.result import Occasion, Result
from tests.lms.contracts.reading import autolab, layout
from tests.lms.formats import made


def printed(result, *problems):
    return render(result, Occasion(problems=problems))


def test_each_check_with_points_is_a_problem_where_none_are_named():
    assert autolab(printed(made.wrong())) == {"values": 1.5, "speed": 0.0}


def test_one_name_is_that_of_all_points():
    assert autolab(printed(made.several(), "Jit")) == {"Jit": 7.0}


def test_as_many_names_as_exercises_are_theirs():
    assert autolab(printed(made.several(), "First", "Second")) == {"First": 4.0, "Second": 3.0}


def test_a_pending_problem_is_left_open():
    assert autolab(printed(made.pending())) == {"values": 4.0}


@pytest.mark.parametrize("problems", [(), ("One",)])
def test_where_all_is_pending_there_is_no_score_to_take_the_place_of_an_earlier_one(problems):
    told = printed(made.result(made.LATER), *problems)
    assert b'"scores"' not in told
    assert b"This run set no score" in told


def test_a_problem_of_an_exercise_at_which_we_failed_is_left_open_and_the_others_have_their_points():
    assert autolab(printed(made.partly_broken(), "First", "Second")) == {"First": 1.5}
    assert autolab(printed(made.partly_broken())) == {"exercise3-values": 1.5}
    assert autolab(printed(made.partly_broken(), "All")) is None


def test_a_problem_of_an_exercise_that_was_not_reached_is_left_open():
    ahead = made.graded(made.check(status="pending", score=None))
    result = Result(exercises=(made.graded(made.FAILED), ahead))
    assert autolab(printed(result, "First", "Second")) == {"First": 1.5}


@pytest.mark.parametrize(
    ("problems", "words"),
    [(("One",), "0 points, since nothing could be graded."), ((), "Not graded:")],
)
def test_without_a_file_it_says_what_that_counts(problems, words):
    told = printed(Result(usage="There is no file."), *problems).decode()
    assert told.startswith(words)
    assert ("hand in again" in told) is not bool(problems)


def test_a_name_with_a_colon_survives_what_autolab_does_to_words_before_colons():
    assert autolab(printed(made.right(), "Exercise 3: abs")) == {"Exercise 3: abs": 6.0}


def test_the_layout_stands_before_the_scores_and_tells_each_check():
    stages = layout(printed(made.wrong()))
    assert stages["stages"] == ["Exercise 3 · Absolute value"]
    assert stages["Exercise 3 · Absolute value"] == {
        "Right results": {"passed": False, "hint": "Case `one` gives 2, *not* <1>. Look at `abs`."},
        "Speed": {"passed": False, "hint": "skipped"},
    }


def test_a_name_that_autolab_keeps_for_itself_loses_its_dash():
    stages = layout(printed(made.result(made.check(title="_order"))))
    assert list(stages["Exercise 3 · Absolute value"]) == ["order"]


def test_the_scoreboard_is_the_score_and_the_speed_up():
    last = json.loads(printed(made.right()).decode().splitlines()[-1])
    assert last["scoreboard"] == [6.0, 123.0]


@pytest.mark.parametrize("result", [made.right(), made.pending(), made.wrong()])
def test_the_scoreboard_has_the_same_columns_for_everybody(result):
    assert len(json.loads(printed(result).decode().splitlines()[-1])["scoreboard"]) == 2


def test_without_a_file_known_problems_have_no_points():
    assert autolab(printed(Result(usage="There is no file."), "One", "Two")) == {"One": 0.0, "Two": 0.0}


@pytest.mark.parametrize("result", [made.broken(), Result(broken='{"scores": {"values": 4}}')])
def test_a_fault_of_ours_ends_in_no_line_of_scores(result):
    assert autolab(printed(result)) is None
    assert layout(printed(result)) is None
