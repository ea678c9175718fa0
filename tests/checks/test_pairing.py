"""The sequential rule and the choice of the clock, on given seconds."""

import pytest

from grader.checks.pairing import Block, Pair, clock, spread, standing

IDLE = 3e-4


def _pair(submission, baseline, processor=(None, None)):
    return Pair(
        submission=Block(wall=submission, processor=processor[0]),
        baseline=Block(wall=baseline, processor=processor[1]),
    )


def _pairs(*ratios):
    return [_pair(1.0, ratio) for ratio in ratios]


def test_six_pairs_far_from_the_threshold_decide():
    assert standing(_pairs(*[3] * 5), 2.0, "wall").verdict == "open"
    assert standing(_pairs(*[3] * 6), 2.0, "wall").verdict == "faster"
    assert standing(_pairs(*[1] * 6), 2.0, "wall").verdict == "slower"


def test_the_nearer_to_the_threshold_the_more_pairs_it_takes():
    assert standing(_pairs(*[2.1] * 30), 2.0, "wall").verdict == "open"
    assert standing(_pairs(*[2.1] * 31), 2.0, "wall").verdict == "faster"


def test_no_pair_counts_more_than_another_far_one():
    assert standing(_pairs(*[3] * 5, 1e6), 2.0, "wall").verdict == "faster"
    assert standing(_pairs(*[1e6] * 5), 2.0, "wall").verdict == "open"


def test_pairs_on_either_side_cancel():
    assert standing(_pairs(*[3, 1] * 40), 2.0, "wall").verdict == "open"


def test_a_verdict_reached_is_not_reopened():
    assert standing(_pairs(*[3] * 6, *[1] * 20), 2.0, "wall").verdict == "faster"


def test_ratio_and_range_are_those_of_nine_pairs_in_ten():
    now = standing(_pairs(*range(1, 21)), 1.0, "wall")
    assert (now.ratio, now.low, now.high) == (10.5, 3, 18)


def test_without_a_pair_there_is_no_standing():
    assert standing([], 1.5, "wall") is None


def test_the_processors_clock_counts_where_the_host_tells_it():
    near = [_pair(1.2, 5.0, processor=(1.0, 3.0))] * 6
    assert clock(near, host=True, idle=IDLE) == "processor"
    assert standing(near, 2.0, "processor").ratio == 3.0


def test_the_wall_counts_on_an_accelerator_and_where_nobody_tells():
    assert clock([_pair(1.2, 5.0, processor=(1.0, 3.0))], host=False, idle=IDLE) == "wall"
    assert clock([_pair(1.2, 5.0)], host=True, idle=IDLE) == "wall"


def test_the_wall_counts_for_who_sleeps_or_has_others_work():
    asleep = [_pair(1.0, 4.0, processor=(0.01, 4.0))] * 6
    assert clock(asleep, host=True, idle=IDLE) == "wall"
    assert standing(asleep, 2.0, clock(asleep, host=True, idle=IDLE)).ratio == 4.0


def test_a_round_trip_is_not_taken_for_sleep():
    assert clock([_pair(2e-4, 0.1, processor=(3e-5, 0.1))], host=True, idle=IDLE) == "processor"


def test_how_far_the_middle_is_above_the_quickest_is_the_spread():
    blocks = [Block(wall=wall, processor=1.0) for wall in (1.0, 1.5, 9.0)]
    assert spread(blocks, "wall") == pytest.approx(0.5)
    assert spread(blocks, "processor") == 0
