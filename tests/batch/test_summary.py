"""The summary by exercise and check."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from grader.batch.late import late_policy
from grader.batch.nouns import Misfit
from grader.batch.sheet import columns
from grader.batch.summary import Summary

DUE = datetime(2026, 11, 20, tzinfo=UTC)


@pytest.fixture
def summary():
    """Makes the summary of some results."""

    def make(*results, policy=None, misfits=()):
        policy = policy or late_policy({})
        made = Summary(policy, misfits)
        for one in results:
            made.add(one, policy.mark(one))
        return made

    return make


@pytest.fixture
def failed(a_result, a_check):
    """Makes a result that failed for a reason."""

    def make(student, message, score=1.0, **detail):
        check = a_check(status="failed", score=score, message=message, line=4, detail=detail)
        return a_result(student, status="failed", score=score, checks=(check,))

    return make


def test_a_summary_as_a_whole(summary, a_result, a_check, failed):
    speed = a_check(name="speed", status="pending", score=None, max_score=2.0, message="Not here.")
    made = summary(
        a_result("anna", checks=(a_check(),), handed_in=DUE),
        failed("ben", "The test of `if` needs the value of x.", cause="python-if"),
        failed("cem", "The test of `if` needs the value of y.", cause="python-if", score=2.0),
        failed("dora", "Got 3, not 4."),
        a_result("eve", status="pending", pending_score=2.0, checks=(a_check(), speed)),
        a_result("anna", "10_bench", note="it is empty"),
        misfits=[Misfit(path="/in/notes.txt", reason="It is no Python file; leave it out.")],
        policy=late_policy({"24h": 0.5}, DUE),
    )
    assert (
        made.text(80)
        == """\
6 submissions of 5 students: 2 passed, 3 failed, 1 pending.
Due 2026-11-20 00:00:00 UTC.
Late policy: who is late by more than 1 d keeps 50%.
0 came late; 5 without a known hand-in time or due date lost nothing.

Exercise 3 · Absolute value, by a static argument (03_abs_static)
5 submissions: 1 passed, 3 failed, 1 pending. Mean 2, median 1.5 of 4, over 4
  settled marks.
  check        points  passed  failed  skipped  pending  broken
  correctness       4       2       3        -        -       -
      2 × python-if, such as ben, line 4: The test of `if` needs the value of x.
      1 × such as dora, line 4: Got 3, not 4.
  speed             2       -       -        -        1       -
      1 × pending, such as eve: Not here.

Exercise 10 · Absolute value, by a static argument (10_bench)
1 submission: 1 passed. Mean 4, median 4 of 4.
  check        points  passed  failed  skipped  pending  broken
  correctness       4       1       -        -        -       -

Not graded (1)
  /in/notes.txt: It is no Python file; leave it out.

To know (1)
  anna, 10_bench: it is empty
"""
    )


def test_an_empty_batch_says_so(summary):
    assert summary().text() == "0 submissions.\n"


def test_marks_after_the_late_policy_make_the_mean(summary, a_result):
    made = summary(a_result(handed_in=DUE + timedelta(days=2)), policy=late_policy({"0h": 0.5}, DUE))
    assert "Mean 2, median 2 of 4." in made.text()
    assert "1 came late." in made.text()


def test_what_is_broken_is_in_no_mean(summary, a_result):
    text = summary(a_result("anna"), a_result("ben", status="broken", score=0.0)).text()
    assert "1 passed, 1 broken. Mean 4, median 4 of 4, over 1 settled mark." in text


def test_three_causes_are_told_and_the_others_counted(summary, failed):
    results = [failed(f"s{number}", "x" * (number % 5 + 1) + ".") for number in range(25)]
    text = summary(*results).text()
    assert text.count("5 × such as") == 3
    assert "10 × other causes (checks.csv has all)" in text


def test_a_class_where_each_message_is_another_one_keeps_few_of_them(summary, failed):
    letters = "abcdefghij"
    names = ("".join(letters[int(digit)] for digit in f"{number:04}") for number in range(1200))
    made = summary(*(failed(f"s{number}", f"Odd {name}.") for number, name in enumerate(names)))
    (exercise,) = made._exercises.values()
    assert len(exercise.checks["correctness"].causes) <= 501
    assert "700 × other causes, such as s500, line 4: Odd afaa." in made.text()


def test_more_than_one_version_of_an_exercise_is_told(summary, a_result):
    made = summary(a_result("anna", exercise_digest="a"), a_result("ben", exercise_digest="b"))
    assert "it changed in between (2 versions)" in made.text()


def test_a_screen_shows_some_of_the_misfits_and_the_file_all(summary):
    made = summary(misfits=[Misfit(path=f"/in/{number}", reason="No.") for number in range(20)])
    assert made.text().count("/in/") == 20
    assert made.text(most=5).count("/in/") == 5
    assert "and 15 more, in summary.txt" in made.text(most=5)


@pytest.mark.parametrize("symbols", [True, False])
def test_strangers_names_and_messages_stay_on_their_lines(summary, failed, symbols):
    made = summary(
        failed("学生" * 60 + "\n\x1b[31m", "bad\nworse\u202e " + "x" * 500),
        misfits=[Misfit(path="/in/" + "x" * 300, reason="a\nb")],
    )
    text = made.text(symbols=symbols)
    assert max(map(columns, text.splitlines())) <= 100
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert symbols or text.isascii()
