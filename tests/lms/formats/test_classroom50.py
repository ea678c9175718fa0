"""Classroom 50's result.json."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.lms.formats.classroom50 import render
from grader.lms.result import Occasion, Result
from tests.lms.contracts.reading import of_json, valid
from tests.lms.formats import made


def tree(result, **told):
    data = render(result, Occasion(told=told))
    of_json(data, "classroom50")
    return valid(data, "classroom50")


def test_points_are_told_in_hundredths():
    found = tree(made.wrong())
    assert (found["score"], found["max-score"]) == (150, 600)
    assert [(test["score"], test["max-score"]) for test in found["tests"]] == [(150, 400), (0, 200)]


def test_what_the_runner_said_is_said_back():
    found = tree(
        made.right(), classroom="cs", assignment_type="group", submission="submit/x", datetime="2027-01-31T23:59:00Z"
    )
    assert (found["classroom"], found["assignment_type"]) == ("cs", "group")
    assert (found["submission"], found["datetime"]) == ("submit/x", "2027-01-31T23:59:00Z")


def test_what_it_did_not_say_is_still_valid():
    assert tree(made.right(), datetime="yesterday", assignment_type="crowd")["owner"] == "unknown"


def test_a_provisional_score_is_told_in_a_test_without_points_since_there_is_no_other_place():
    first = tree(made.pending())["tests"][0]
    assert first["test-name"] == "Provisional: 2 points to come, 4 of 6 points so far."
    assert (first["passed"], first["max-score"]) == (False, 0)


def test_without_a_file_there_is_a_failed_test_for_no_test_would_be_a_pass():
    (test,) = tree(Result(usage="There is no file."))["tests"]
    assert (test["passed"], test["score"]) == (False, 0)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 12), st.integers(0, 12)), min_size=1, max_size=8))
def test_thirds_of_points_add_up_and_nobody_gets_more_than_was_earned(parts):
    checks = [
        made.check(name=f"c{at}", score=min(got, most) / 3, max_score=most / 3, status="failed")
        for at, (most, got) in enumerate(parts)
    ]
    found = tree(made.result(*checks))
    assert sum(test["score"] for test in found["tests"]) == found["score"]
    assert sum(test["max-score"] for test in found["tests"]) == found["max-score"]
    assert found["score"] / 100 <= sum(check.score for check in checks) + 1e-6
    assert found["score"] / 100 == pytest.approx(sum(check.score for check in checks), abs=0.0101)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 12), st.booleans()), min_size=1, max_size=8), st.sampled_from([None, 1, 10]))
def test_eighths_add_up_whichever_of_them_were_earned(parts, highest):
    checks = [
        made.check(name=f"c{at}", score=most / 8 * earned, max_score=most / 8, status="passed" if earned else "failed")
        for at, (most, earned) in enumerate(parts)
    ]
    found = valid(render(made.result(*checks), Occasion(highest=highest)), "classroom50")
    assert sum(test["score"] for test in found["tests"]) == found["score"]
    assert sum(test["max-score"] for test in found["tests"]) == found["max-score"]
    assert all(test["score"] <= test["max-score"] for test in found["tests"])
    assert {test["score"] for test in found["tests"] if not test["passed"]} <= {0}
