"""The late policy of course.yaml: which times and shares are taken, and what is said of the others."""

from __future__ import annotations

import pytest

from grader.course import CourseError
from grader.course.lateness import seconds_after


@pytest.mark.parametrize(
    ("text", "seconds"), [("0h", 0), ("30s", 30), ("90m", 5400), ("24h", 86400), ("1.5d", 129600), ("999999d", 8.64e10)]
)
def test_each_unit_of_a_time_after_the_due_date(text, seconds):
    assert seconds_after(text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["", "24", "h", "-1h", "24 h", "24H", "1e3h", "٣h", "1d12h", "9999999d", "nan"])
def test_nothing_else_is_one(text):
    assert seconds_after(text) is None


def test_a_policy_is_read_as_it_is_written(desk):
    desk.write("course.yaml", "title: T\nlate:\n  2d: 0\n  0h: 0.9\n  24h: 0.5\n")
    assert desk.course().late == {"2d": 0.0, "0h": 0.9, "24h": 0.5}


@pytest.mark.parametrize(
    ("late", "message"),
    [
        ("{24: 0.5}", "late: '24' is not a time after the due date, like 90m, 24h or 2d; did you mean 24h?"),
        ("{24 Hours: 0.5}", "did you mean 24h?"),
        ("{1day: 0.5}", "did you mean 1d?"),
        ("{90min: 0.5}", "did you mean 90m?"),
        ("{1d 12h: 0.5}", "did you mean 36h?"),
        ("{1 day and 24 hours: 0.5}", "did you mean 2d?"),
        ("{1 week: 0.5}", "did you mean 7d?"),
        ("{1.5 days: 0.5}", "did you mean 1.5d?"),
        ("{later: 0.5}", "late: 'later' is not a time after the due date, like 90m, 24h or 2d"),
        ("{24h: 1.5}", "late.24h is the share of the points that is left, from 0 to 1, not 1.5"),
        ("{24h: .nan}", "late.24h is the share of the points that is left, from 0 to 1, not nan"),
        ("{24h: 50%}", "late.24h is the share of the points that is left, from 0 to 1, not 50%; did you mean 0.5?"),
        ("{24h: half}", "late.24h: must be a number, not 'half'"),
        ("{24h: true}", "late.24h: "),
        ("{24h: 0.5, 2d: 0.8}", "late.2d leaves 0.8, more than late.24h (0.5); who is later keeps less"),
        ("{24h: 0.5, 1d: 0.5}", "late.1d is the same time as late.24h; keep one of them"),
        ("[24h]", "late must be a map of times after the due date to shares, like {24h: 0.5}"),
        ("0.5", "late must be a map"),
    ],
)
def test_what_is_wrong_with_a_policy_is_told_with_its_line_and_what_was_meant(desk, late, message):
    desk.write("course.yaml", f"title: T\nlate: {late}\n")
    with pytest.raises(CourseError) as caught:
        desk.course()
    assert str(caught.value).startswith("course.yaml:2: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("time", ["-24h", "24x", "h24", "1 2 3", "and", "1..5h", "1" * 900, "0x1h", "24_h"])
def test_a_time_that_is_like_none_gets_no_suggestion(desk, time):
    desk.write("course.yaml", f"title: T\nlate: {{{time}: 0.5}}\n")
    with pytest.raises(CourseError) as caught:
        desk.course()
    assert "is not a time after the due date" in str(caught.value)
    assert "did you mean" not in str(caught.value)


def test_each_wrong_line_is_told_at_once(desk):
    desk.write("course.yaml", "title: T\nlate:\n  1hour: 0.5\n  2d: 7\n")
    with pytest.raises(CourseError) as caught:
        desk.course()
    assert [problem.line for problem in caught.value.problems] == [3, 4]
