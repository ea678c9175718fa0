"""Points, and what an earlier check does to a later one."""

import math

import pytest

from grader.checks.correctness import Correctness
from grader.checks.speedup import Speedup
from grader.model.check import Check, Verdict
from grader.model.report import CheckResult
from grader.settling import Ledger, skipped, total


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


def test_what_is_skipped_says_whether_it_is_for_the_file_that_does_not_run():
    assert skipped("failed", loads=False).message == "Not judged: the file does not run."
    assert skipped("failed").message == "Not judged: an earlier check has to pass first."


def _result(status, score, most=4.0, kind="correctness"):
    return CheckResult(
        name="earlier", title="Earlier", status=status, score=score, max_score=most, detail={"kind": kind}
    )


def _kept(*results):
    ledger = Ledger()
    for result in results:
        ledger.keep(result)
    return ledger


def test_a_result_of_an_earlier_run_is_kept_as_it_is():
    result = _result("failed", 1.0)
    assert _kept(result).results == [result]


@pytest.mark.parametrize(
    ("result", "obstacle"),
    [
        (_result("passed", 4.0), None),
        (_result("failed", 1.0), None),
        (_result("failed", 0.0), "failed"),
        (_result("skipped", 0.0), "failed"),
        (_result("broken", None), "broken"),
        (_result("passed", 0.0, 0.0), None),
        (_result("failed", 0.0, 0.0), None),
    ],
)
def test_it_stands_in_a_later_ones_way_as_it_did(result, obstacle):
    assert _kept(result).obstacle(_Later()) == obstacle


@pytest.mark.parametrize(
    ("results", "status", "score", "pending"),
    [
        ([_result("passed", 4.0)], "passed", 4, 0),
        ([_result("passed", 4.0), _result("pending", None)], "pending", 4, 4),
        ([_result("failed", 1.0), _result("pending", None)], "failed", 1, 4),
        ([_result("skipped", 0.0)], "failed", 0, 0),
        ([_result("failed", 1.0), _result("pending", None), _result("broken", None)], "broken", 1, 8),
    ],
)
def test_results_come_to_a_total(results, status, score, pending):
    sum_ = total(results)
    assert (sum_.status, sum_.score, sum_.pending_score) == (status, score, pending)
    assert sum_.max_score == 4 * len(results)


def test_what_failed_of_one_function_stands_in_no_way_of_another():
    ledger = Ledger()
    failed = Verdict(status="failed", earned=0.0, message="")
    ledger.enter(name="traces-f", title="", kind="traces", points=0.0, verdict=failed, of="f")
    assert (ledger.obstacle(_Later(of="f")), ledger.obstacle(_Later(of="g"))) == ("failed", None)


def test_a_file_that_does_not_load_stands_in_the_way_of_every_function():
    assert _entered("loads", "failed", 0.0).obstacle(_Later(of="g")) == "failed"


def test_a_result_that_is_kept_counts_for_its_function():
    ledger, later = _entered("correctness", "passed", 1.0), Ledger()
    ledger.enter(
        name="g",
        title="",
        kind="correctness",
        points=4.0,
        verdict=Verdict(status="failed", earned=0.0, message=""),
        of="g",
    )
    for result in ledger.results:
        later.keep(result)
    assert (later.obstacle(_Later()), later.obstacle(_Later(of="g"))) == (None, "failed")
