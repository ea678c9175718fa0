"""What changed from one report to the next."""

from __future__ import annotations

import pytest

from grader.reports.changes import changes, without


@pytest.fixture
def between(a_report, a_check):
    """The changes between two states of one check, of four points."""

    def tell(before, now):
        reports = []
        for given in (before, now):
            check = a_check(**{"score": 0.0, **given})
            reports.append(a_report(score=check.score or 0.0, checks=(check,)))
        return changes(*reports)

    return tell


def test_the_points_come_first_then_each_check(between):
    told = between({"status": "failed"}, {"status": "passed", "score": 4.0})
    assert told == ("0 → 4 of 4 points", "Values: passes now (+4)")


def test_what_is_lost_is_told(between):
    told = between({"status": "passed", "score": 4.0}, {"status": "failed", "score": 1.0})
    assert told == ("4 → 1 of 4 points", "Values: fails now (-3)")


def test_a_check_that_gains_points_and_fails_still_is_told(between):
    told = between({"status": "failed", "score": 1.0}, {"status": "failed", "score": 2.0})
    assert told == ("1 → 2 of 4 points", "Values: fails still (+1)")


def test_a_failure_for_another_reason_is_told(between):
    told = between({"status": "failed", "message": "a"}, {"status": "failed", "message": "b"})
    assert told == ("Values: fails in another way",)


def test_what_an_earlier_failure_hides_is_told_as_not_looked_at(between):
    told = between({"status": "passed", "score": 4.0}, {"status": "skipped"})
    assert told == ("4 → 0 of 4 points", "not judged now: Values")


def test_nothing_is_told_where_nothing_changed(between):
    assert between({"status": "failed", "message": "a"}, {"status": "failed", "message": "a"}) == ()


def test_a_check_is_pending_now_without_a_fault_of_anybody(between):
    assert between({"status": "failed"}, {"status": "pending", "score": None}) == ("Values: is pending now",)


def test_a_report_shown_in_part_is_left_with_what_is_new_and_its_points(a_report, a_check):
    values = a_check()
    speed = [a_check(name="speedup", status=status, message=status) for status in ("pending", "passed")]
    before, now = (a_report(checks=(values, one), score=score) for one, score in zip(speed, (4.0, 8.0), strict=True))
    assert (without(before, now).checks, without(before, now).score) == ((speed[1],), 8.0)
