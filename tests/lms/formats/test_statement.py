"""What a result comes to, before any format has it."""

from __future__ import annotations

import math

import msgspec
import pytest

from grader.lms.result import Occasion
from grader.lms.statement import statement
from grader.model.check import UNGRADED
from tests.lms.formats import made


def stated(result, *, hides=False, **given):
    return statement(result, Occasion(**given), longest=1000, hides=hides)


def test_points_are_those_of_the_exercises():
    found = stated(made.wrong())
    assert (found.score, found.most, found.share) == (1.5, 6.0, 0.25)


def test_full_marks_may_be_worth_something_else():
    found = stated(made.wrong(), highest=100)
    assert (found.score, found.most, found.share) == (25.0, 100.0, 0.25)
    assert [item.most for item in found.listed] == pytest.approx([66.666667, 33.333333])


def test_an_exercise_counts_by_its_weight():
    found = stated(made.several())
    assert (found.score, found.most, found.earned) == (7.0, 12.0, (4.0, 3.0))


def test_a_share_is_one_only_where_nothing_is_missing():
    nearly = made.result(made.check(score=3.9999999, status="failed"))
    assert stated(nearly).share == 0.999999
    assert stated(made.right()).share == 1


@pytest.mark.parametrize(("status", "share"), [("passed", 1), ("failed", 0), ("pending", 0)])
def test_what_is_worth_nothing_is_passed_or_not(status, share):
    assert stated(made.result(made.check(status=status, score=0.0, max_score=0.0))).share == share


@pytest.mark.parametrize("points", [math.nan, math.inf, -math.inf, -5.0, 1e308])
def test_no_number_of_a_report_is_more_than_a_number(points):
    wild = made.result(made.check(score=points, max_score=points), seconds=points)
    found = stated(wild, highest=points)
    numbers = [found.score, found.most, found.pending, found.share, found.seconds, *found.earned]
    numbers += [number for item in found.items for number in (item.score, item.most)]
    assert all(math.isfinite(number) and 0 <= number <= 1e15 for number in numbers)
    assert found.score <= found.most


def test_a_share_stays_right_where_points_are_too_large_to_write():
    huge = made.report(made.check(score=4e307, max_score=1.6e308), score=4e307, max_score=1.6e308)
    found = stated(msgspec.structs.replace(made.right(), exercises=(made.Graded(report=huge),)))
    assert (found.share, found.score, found.most) == (0.25, 2.5e14, 1e15)


def test_that_a_fault_is_nobodys_of_the_students_is_said_once():
    ours = made.check(status="broken", score=None, message=f"{UNGRADED}the reference fails.")
    assert stated(made.result(ours)).title == "Not graded, and not your fault: the reference fails."


def test_checks_without_points_are_listed_only_where_they_failed():
    assert [item.name for item in stated(made.right()).listed] == ["Right results", "Speed"]
    failed = made.check(name="loads", title="Loads", status="failed", score=0.0, max_score=0.0)
    assert [item.name for item in stated(made.result(failed, made.check())).listed] == ["Loads", "Right results"]


def test_names_and_keys_are_there_once_and_say_of_which_exercise():
    found = stated(made.several())
    assert [item.name for item in found.items] == ["Exercise 3: Right results", "Exercise 1: Right results"]
    assert [item.key for item in found.items] == ["exercise3-values", "exercise1-values"]
    twice = stated(made.result(made.check(), made.check()))
    assert [item.name for item in twice.items] == ["Right results", "Right results (2)"]
    assert len({item.key for item in twice.items}) == 2


def test_the_line_that_a_check_points_at_is_shown():
    item = stated(made.wrong()).listed[0]
    assert item.place == "exercise3.py:5"
    assert [(line.number, line.marked) for line in item.frame] == [(4, False), (5, True)]


@pytest.mark.parametrize("link", ["javascript:alert(1)", "http://x.org", "https://x.org/<b>", "https://x.org/ a", 3])
def test_a_link_that_is_no_plain_address_is_left_out(link):
    assert stated(made.result(made.check(detail={"link": link}))).items[0].link == ""


def test_hidden_cases_stay_a_part_of_their_check_where_everything_is_visible():
    (item,) = stated(made.hidden()).items
    assert (item.score, item.most, item.hidden) == (2.0, 4.0, False)


def test_hidden_cases_are_a_part_of_their_own_where_they_are_hidden():
    visible, hidden = stated(made.hidden(), hides=True, hidden="after_published").items
    assert (visible.status, visible.score, visible.most, visible.hidden) == ("passed", 2.0, 2.0, False)
    assert (hidden.status, hidden.score, hidden.most, hidden.hidden) == ("failed", 0.0, 2.0, True)
    assert "differs" not in visible.message
    assert visible.check == hidden.check


@pytest.mark.parametrize(
    "given", [{"score": 0.0}, {"max_score": 9.0}, {"detail": {"cases": [{**made.CASES[0], "hidden": True}]}}]
)
def test_a_check_whose_points_are_not_its_cases_is_hidden_as_a_whole(given):
    usual = {"status": "failed", "score": 2.0, "detail": {"cases": made.CASES}}
    (item,) = stated(made.result(made.check(**{**usual, **given})), hides=True, hidden="hidden").items
    assert item.hidden


def test_what_is_hidden_is_not_told_where_a_platform_shows_all():
    named = msgspec.structs.replace(made.wrong().exercises[0], hidden=frozenset({"values"}))
    item = stated(msgspec.structs.replace(made.wrong(), exercises=(named,)), hidden="hidden").listed[0]
    assert (item.message, item.frame, item.hint, item.link) == ("What this check found is not shown.", (), "", "")


@pytest.mark.parametrize(
    ("check", "value"),
    [
        (made.FAST, 123.0),
        (made.LATER, None),
        (made.check(detail={"kind": "speedup", "ratio": math.nan}), None),
        (made.check(detail={"kind": "speedup", "ratio": "fast"}), None),
    ],
)
def test_a_speed_up_is_told_once_it_is_settled(check, value):
    assert [one.value for one in stated(made.result(check)).ratios] == [value]


def test_long_texts_are_cut_and_say_so():
    found = stated(made.result(made.check(message="x" * 5000), note="y" * 5000))
    assert found.items[0].message.endswith("(4000 more characters are not shown)")
    assert found.note.endswith("(4000 more characters are not shown)")
