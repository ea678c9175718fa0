"""The sequential rule and the choice of the clock, on given seconds."""

import pytest

from grader.checks.pairing import GROUP, Block, Pair, clock, spread, standing

IDLE = 3e-4


def _pair(submission, baseline, processor=(None, None)):
    return Pair(
        submission=Block(wall=submission, processor=processor[0]),
        baseline=Block(wall=baseline, processor=processor[1]),
    )


def _pairs(*ratios):
    return [_pair(1.0, ratio) for ratio in ratios for _ in range(GROUP)]


def test_three_groups_ahead_decide():
    assert standing(_pairs(3, 3), 2.0, "wall").verdict == "open"
    assert standing(_pairs(3, 3, 3), 2.0, "wall").verdict == "faster"
    assert standing(_pairs(1, 1, 1), 2.0, "wall").verdict == "slower"


def test_groups_on_either_side_cancel():
    assert standing(_pairs(3, 1, 3, 1, 3), 2.0, "wall").verdict == "open"
    assert standing(_pairs(3, 1, 3, 3, 3), 2.0, "wall").verdict == "faster"


def test_a_verdict_reached_is_not_reopened():
    assert standing(_pairs(3, 3, 3, 1, 1, 1, 1), 2.0, "wall").verdict == "faster"


def test_a_group_is_judged_by_its_minima():
    noisy = [_pair(1.0, 4.0)] + [_pair(50.0, 4.0)] * (GROUP - 1)
    assert standing(noisy * 3, 2.0, "wall").verdict == "faster"


def test_ratio_and_range_are_those_of_the_groups():
    now = standing(_pairs(2, 4, 3), 1.0, "wall")
    assert (now.ratio, now.low, now.high, now.groups) == (3, 2, 4, 3)


def test_before_a_group_is_complete_there_is_no_standing():
    assert standing(_pairs(2)[:-1], 1.5, "wall") is None


def test_by_the_processors_clock_a_pair_far_from_the_threshold_is_a_group():
    far = [_pair(1.0, 50.0, processor=(1.0, 50.0))] * 3
    assert standing(far, 2.0, "processor").verdict == "faster"
    assert standing(far, 200.0, "processor").verdict == "slower"
    assert standing(far, 2.0, "wall") is None
    assert standing(far, 30.0, "processor") is None


def test_only_the_first_pair_of_a_group_can_be_one_by_itself():
    near, far = _pair(1.0, 2.1, processor=(1.0, 2.1)), _pair(1.0, 50.0, processor=(1.0, 50.0))
    assert standing([near, far, far, far], 2.0, "processor") is None
    assert standing([near, far, far, far, far], 2.0, "processor").groups == 1


def test_the_processors_clock_counts_where_the_host_tells_it():
    near = [_pair(1.2, 5.0, processor=(1.0, 3.0))] * GROUP * 3
    assert clock(near, host=True, idle=IDLE) == "processor"
    assert standing(near, 2.0, "processor").ratio == 3.0


def test_the_wall_counts_on_an_accelerator_and_where_nobody_tells():
    assert clock([_pair(1.2, 5.0, processor=(1.0, 3.0))], host=False, idle=IDLE) == "wall"
    assert clock([_pair(1.2, 5.0)], host=True, idle=IDLE) == "wall"


def test_the_wall_counts_for_who_sleeps_or_has_others_work():
    asleep = [_pair(1.0, 4.0, processor=(0.01, 4.0))] * GROUP * 3
    assert clock(asleep, host=True, idle=IDLE) == "wall"
    assert standing(asleep, 2.0, clock(asleep, host=True, idle=IDLE)).ratio == 4.0


def test_a_round_trip_is_not_taken_for_sleep():
    assert clock([_pair(2e-4, 0.1, processor=(3e-5, 0.1))], host=True, idle=IDLE) == "processor"


def test_how_far_the_middle_is_above_the_quickest_is_the_spread():
    blocks = [Block(wall=wall, processor=1.0) for wall in (1.0, 1.5, 9.0)]
    assert spread(blocks, "wall") == pytest.approx(0.5)
    assert spread(blocks, "processor") == 0
