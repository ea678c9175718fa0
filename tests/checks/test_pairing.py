"""The sequential rule, on given seconds."""

from grader.checks.blocks import Block, Measure, Pair
from grader.checks.pairing import standing

WALL = Measure(clock="wall")


def _pairs(*ratios):
    one = Block(walls=(1.0,), processors=None)
    return [Pair(submission=one, baseline=Block(walls=(float(ratio),), processors=None)) for ratio in ratios]


def test_six_pairs_far_from_the_threshold_decide():
    assert standing(_pairs(*[3] * 5), 2.0, WALL).verdict == "open"
    assert standing(_pairs(*[3] * 6), 2.0, WALL).verdict == "faster"
    assert standing(_pairs(*[1] * 6), 2.0, WALL).verdict == "slower"


def test_the_nearer_to_the_threshold_the_more_pairs_it_takes():
    assert standing(_pairs(*[2.1] * 30), 2.0, WALL).verdict == "open"
    assert standing(_pairs(*[2.1] * 31), 2.0, WALL).verdict == "faster"


def test_no_pair_counts_more_than_another_far_one():
    assert standing(_pairs(*[3] * 5, 1e6), 2.0, WALL).verdict == "faster"
    assert standing(_pairs(*[1e6] * 5), 2.0, WALL).verdict == "open"


def test_pairs_on_either_side_cancel():
    assert standing(_pairs(*[3, 1] * 40), 2.0, WALL).verdict == "open"


def test_a_verdict_reached_is_not_reopened():
    assert standing(_pairs(*[3] * 6, *[1] * 20), 2.0, WALL).verdict == "faster"


def test_ratio_and_range_are_those_of_nine_pairs_in_ten():
    now = standing(_pairs(*range(1, 21)), 1.0, WALL)
    assert (now.ratio, now.low, now.high) == (10.5, 3, 18)


def test_without_a_pair_there_is_no_standing():
    assert standing([], 1.5, WALL) is None
