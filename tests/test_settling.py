"""Points, and what an earlier check does to a later one."""

import math

import pytest

from grader.checks.correctness import Correctness
from grader.checks.speedup import Speedup
from grader.model.check import Check, Verdict
from grader.settling import Ledger, skipped


def _entered(kind, status, earned, points=4.0):
    ledger = Ledger()
    verdict = Verdict(status=status, earned=earned, message="")
    ledger.enter(name=kind, title=kind, kind=kind, points=points, verdict=verdict)
    return ledger


class _Later(Check, tag="later", frozen=True, kw_only=True):
    """A check that needs correctness."""


_SPEED = Speedup(over="starter", case="a", at_least=2.0)


def test_a_share_is_turned_into_points():
    assert _entered("correctness", "failed", 0.25).results[0].score == 1.0


@pytest.mark.parametrize("status", ["pending", "broken"])
def test_what_is_not_settled_has_no_score(status):
    assert _entered("correctness", status, None).results[0].score is None


@pytest.mark.parametrize("earned", [1.5, -0.1, math.nan, math.inf])
def test_a_share_outside_its_range_is_our_fault(earned):
    result = _entered("correctness", "passed", earned).results[0]
    assert (result.status, result.score) == ("broken", None)


def test_one_right_case_is_enough_to_go_on():
    assert _entered("correctness", "failed", 0.25).obstacle(_Later()) is None


def test_no_right_case_is_not():
    assert _entered("correctness", "failed", 0.0).obstacle(_Later()) == "failed"


def test_speed_needs_all_cases_right():
    assert _entered("correctness", "failed", 0.75).obstacle(_SPEED) == "failed"
    assert _entered("correctness", "passed", 1.0).obstacle(_SPEED) is None


def test_a_file_that_does_not_load_stands_in_every_way():
    assert _entered("loads", "failed", 0.0).obstacle(Correctness()) == "failed"


@pytest.mark.parametrize("status", ["pending", "broken"])
def test_what_waits_for_something_unsettled_is_unsettled_too(status):
    obstacle = _entered("correctness", status, None).obstacle(_Later())
    verdict = skipped(obstacle)
    assert (verdict.status, verdict.earned) == (status, None)


def test_what_waits_for_a_failure_is_skipped_and_earns_nothing():
    verdict = skipped("failed")
    assert (verdict.status, verdict.earned) == ("skipped", 0.0)
