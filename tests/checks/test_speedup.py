"""Speed: the rule on given seconds, fresh values for each timed call, every output checked."""

import numpy as np
import pytest

from grader.checks.pairing import GROUP, Block, Pair, clock, standing
from grader.checks.speedup import Speedup
from grader.model.answers import Failure, Raised
from grader.model.check import Inspection
from grader.model.exercise import ArraySpec, Case


def _pair(submission, baseline, processor=(None, None)):
    return Pair(
        submission=Block(wall=submission, processor=processor[0]),
        baseline=Block(wall=baseline, processor=processor[1]),
    )


def _pairs(*ratios):
    return [_pair(1.0, ratio) for ratio in ratios for _ in range(GROUP)]


def test_three_groups_ahead_decide():
    assert standing(_pairs(3, 3), 2.0).verdict == "open"
    assert standing(_pairs(3, 3, 3), 2.0).verdict == "faster"
    assert standing(_pairs(1, 1, 1), 2.0).verdict == "slower"


def test_groups_on_either_side_cancel():
    assert standing(_pairs(3, 1, 3, 1, 3), 2.0).verdict == "open"
    assert standing(_pairs(3, 1, 3, 3, 3), 2.0).verdict == "faster"


def test_a_verdict_reached_is_not_reopened():
    assert standing(_pairs(3, 3, 3, 1, 1, 1, 1), 2.0).verdict == "faster"


def test_a_group_is_judged_by_its_minima():
    noisy = [_pair(1.0, 4.0)] + [_pair(50.0, 4.0)] * (GROUP - 1)
    assert standing(noisy * 3, 2.0).verdict == "faster"


def test_ratio_and_range_are_those_of_the_groups():
    now = standing(_pairs(2, 4, 3), 1.0)
    assert (now.ratio, now.low, now.high, now.groups) == (3, 2, 4, 3)


def test_no_whole_group_is_no_verdict():
    with pytest.raises(ValueError, match="no group"):
        standing(_pairs(2)[:-1], 1.0)


def test_the_processors_clock_counts_where_the_host_tells_it():
    near = [_pair(1.2, 5.0, processor=(1.0, 3.0))] * GROUP * 3
    assert clock(near, host=True) == "processor"
    assert standing(near, 2.0, "processor").ratio == 3.0


def test_the_wall_counts_on_an_accelerator_and_where_nobody_tells():
    assert clock([_pair(1.2, 5.0, processor=(1.0, 3.0))], host=False) == "wall"
    assert clock([_pair(1.2, 5.0)], host=True) == "wall"


def test_the_wall_counts_for_who_sleeps_or_has_others_work():
    asleep = [_pair(1.0, 4.0, processor=(0.01, 4.0))] * GROUP * 3
    assert clock(asleep, host=True) == "wall"
    assert standing(asleep, 2.0, clock(asleep, host=True)).ratio == 4.0


def test_a_round_trip_is_not_taken_for_sleep():
    assert clock([_pair(2e-4, 0.1, processor=(3e-5, 0.1))], host=True) == "processor"


class TimedWorker:
    """A worker whose clock is given: each call takes so many seconds."""

    def __init__(self, seconds, answer):
        self.seconds = seconds
        self.processor_seconds = None
        self.answer = answer
        self.asked = []

    def ask(self, question):
        self.asked.append(question)
        return self.answer(question)


@pytest.fixture
def race(doubles):
    def race(ratio, *, wrong=lambda _: False, accelerator="cpu", program=(), bare=False, **fields):
        case = Case(name="large", arguments={"x": ArraySpec(dtype="float32", shape=(3,))})
        exercise = doubles.exercise(case)
        right = doubles.returned(np.float32(1))
        submission = TimedWorker(0.001, lambda question: doubles.returned(np.float32(2)) if wrong(question) else right)
        baseline = TimedWorker(0.001 * ratio, lambda _: right)
        reference = doubles.worker(lambda _: right)
        inquiry = doubles.inquiry(exercise, None, reference, fresh=[submission], baseline=baseline)
        inquiry.inspection = Inspection(platform="cpu", accelerator=accelerator, isolation="limits")
        inquiry.witness = doubles.witness(seconds=program, bare=bare)
        check = Speedup(**{"over": "starter", "case": "large", "at_least": 10.0, **fields})
        return check.judge(inquiry), inquiry, submission

    return race


def test_fast_enough_earns_everything(race):
    verdict, *_ = race(50)
    assert (verdict.status, verdict.earned) == ("passed", 1.0)
    assert verdict.detail["ratio"] == pytest.approx(50)
    assert verdict.message == "It is 50× as fast as the starter (at least 10× is asked)."


@pytest.mark.parametrize("program", [(), (0.001, 0.001), (0.0033,), (0.0029, 9.0), (9.0, 0.0011), (9.0,)])
def test_a_call_about_as_fast_as_its_program_is_believed(race, program):
    assert race(50, program=program)[0].status == "passed"


def test_a_call_far_faster_than_its_program_in_two_processes_is_not(race):
    verdict, *_ = race(50, program=(0.02, 0.02))
    assert (verdict.status, verdict.earned) == ("failed", 0.0)
    assert "far faster than the program" in verdict.message


def test_a_result_that_comes_from_nothing_jitted_earns_no_speed(race):
    assert race(50, bare=True)[0].status == "failed"


def test_too_slow_fails(race):
    verdict, *_ = race(3)
    assert (verdict.status, verdict.earned) == ("failed", 0.0)


def test_steps_share_out_points_below_the_threshold(race):
    verdict, *_ = race(6, steps={5.0: "50%", 2.0: "20%"})
    assert (verdict.status, verdict.earned) == ("failed", 0.5)


def test_no_two_timed_calls_draw_from_the_same_stream(race):
    _, inquiry, submission = race(50)
    assert len(set(inquiry.streams)) == len(inquiry.streams) > len(submission.asked)


def test_one_wrong_output_among_the_timed_calls_fails(race):
    calls = []
    verdict, *_ = race(50, wrong=lambda question: calls.append(question) or len(calls) == 9)
    assert verdict.status == "failed"
    assert "wrong result" in verdict.message


def test_another_grading_accelerator_makes_it_pending(race):
    verdict, *_ = race(50, accelerator="gpu", at_least={"gpu": 10.0})
    assert (verdict.status, verdict.earned) == ("pending", None)
    assert (
        verdict.message
        == "Graded on the grading accelerator (gpu); here, on cpu, it looks like 50× as fast as the starter."
    )


def test_a_submission_that_raises_while_timed_fails(doubles):
    case = Case(name="large", arguments={"x": ArraySpec(dtype="float32", shape=(3,))})
    raised = Raised(failure=Failure(type="KeyError", mro=("KeyError",), message=""))
    right = doubles.returned(np.float32(1))
    inquiry = doubles.inquiry(
        doubles.exercise(case),
        None,
        doubles.worker(lambda _: right),
        fresh=[TimedWorker(0.001, lambda _: raised)],
        baseline=TimedWorker(0.01, lambda _: right),
    )
    verdict = Speedup(over="starter", case="large", at_least=2.0).judge(inquiry)
    assert (verdict.status, verdict.line) == ("failed", 7)


def test_a_case_that_cannot_vary_is_the_authors_problem(doubles):
    exercise = doubles.exercise(doubles.case("large", 3.0))
    fields = [field for field, _ in Speedup(over="starter", case="large", at_least=2.0).problems(exercise)]
    assert fields == ["case"]
    problems = Speedup(over="other", case="none", at_least={"npu": 0.0}, steps={2.0: "half"}).problems(exercise)
    assert [field for field, _ in problems] == ["case", "over", "at_least", "at_least", "steps"]
