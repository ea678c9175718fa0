"""What the late policy leaves of a score."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from grader.batch.late import LatePolicy, late_policy, span

DUE = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
POLICY = late_policy({"24h": 0.5, "0h": 0.9, "3d": 0}, due=DUE)


def handed(**late):
    return {"handed_in": DUE + timedelta(**late)}


@pytest.mark.parametrize(
    ("late", "share", "score"),
    [
        ({"hours": -5}, 1, 4),
        ({}, 1, 4),
        ({"seconds": 1}, 0.9, 3.6),
        ({"hours": 24}, 0.9, 3.6),
        ({"hours": 24, "seconds": 1}, 0.5, 2),
        ({"days": 3}, 0.5, 2),
        ({"days": 3, "microseconds": 1}, 0, 0),
    ],
)
def test_the_share_of_the_last_step_that_is_over_is_left(a_result, late, share, score):
    marked = POLICY.mark(a_result(**handed(**late)))
    assert (marked.share, marked.score, marked.raw) == (share, score, 4.0)


def test_before_the_first_step_all_points_are_left(a_result):
    policy = late_policy({"24h": 0.5}, due=DUE)
    assert policy.mark(a_result(**handed(hours=23))).score == 4
    assert policy.mark(a_result(**handed(hours=23))).late_by == 23 * 3600


def test_the_submissions_own_due_date_goes_before_that_of_the_course(a_result):
    marked = POLICY.mark(a_result(due=DUE + timedelta(days=2), **handed(days=2)))
    assert (marked.late_by, marked.score) == (0, 4)


@pytest.mark.parametrize(
    ("policy", "given", "unknown"),
    [
        (POLICY, {}, "hand-in time"),
        (late_policy({"0h": 0}), {"handed_in": DUE}, "due date"),
    ],
)
def test_what_is_not_known_takes_nothing_and_is_said(a_result, policy, given, unknown):
    marked = policy.mark(a_result(**given))
    assert (marked.score, marked.late_by, marked.unknown) == (4, None, unknown)


def test_a_moment_without_a_time_zone_is_taken_as_utc(a_result):
    policy = late_policy({"0h": 0.5}, due=datetime(2026, 11, 20, 12, 0))  # noqa: DTZ001 - that is the case at hand
    east = timezone(timedelta(hours=2))
    assert policy.mark(a_result(handed_in=datetime(2026, 11, 20, 14, 0, tzinfo=east))).late_by == 0
    assert policy.mark(a_result(handed_in=datetime(2026, 11, 20, 14, 1, tzinfo=east))).late_by == 60
    assert policy.mark(a_result(handed_in=datetime(2026, 11, 20, 12, 1))).late_by == 60  # noqa: DTZ001 - as above


@pytest.mark.parametrize("given", [{"status": "pending", "pending_score": 2.0}, {"status": "broken"}])
def test_what_is_pending_or_broken_has_no_score(a_result, given):
    marked = POLICY.mark(a_result(**given))
    assert (marked.raw, marked.score, marked.standing) == (None, None, given["status"])


def test_what_failed_with_points_to_come_is_pending(a_result):
    assert POLICY.mark(a_result(status="failed", score=1.0, pending_score=2.0)).standing == "pending"


def test_a_score_stays_within_its_range(a_result):
    assert LatePolicy().mark(a_result(score=9.0)).raw == 4
    assert LatePolicy().mark(a_result(score=-1.0)).raw == 0


@pytest.mark.parametrize(
    ("late", "words"),
    [
        ({}, ""),
        ({"0h": 0.9, "1d": 0.5}, "Late policy: who is late keeps 90%, by more than 1 d 50%."),
        ({"24h": 0.5}, "Late policy: who is late by more than 1 d keeps 50%."),
    ],
)
def test_a_policy_tells_itself(late, words):
    assert late_policy(late).words == words


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0 s"), (59.6, "1 min"), (3661, "1 h 1 min"), (90000, "1 d 1 h"), (86405, "1 d 5 s")]
)
def test_a_time_is_told_by_its_largest_units(seconds, text):
    assert span(seconds) == text
