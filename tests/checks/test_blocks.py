"""What a block is said to take, and the choice of the measure, on given seconds."""

import pytest

from grader.checks.blocks import Block, Measure, Pair, measure, seconds, spread, usual_ratio

IDLE = 3e-4
PROCESSOR, WALL = Measure(clock="processor"), Measure(clock="wall")


def _block(*walls, processor=None, waited=0.0):
    return Block(walls=walls, processors=None if processor is None else (processor,) * len(walls), waited=waited)


def _pair(submission, baseline, processor=(None, None)):
    return Pair(
        submission=_block(submission, processor=processor[0]), baseline=_block(baseline, processor=processor[1])
    )


def _measured(*pairs, host=True):
    return measure(pairs, host=host, idle=IDLE)


def test_the_quicker_half_of_the_calls_counts():
    assert seconds(_block(3.0, 1.0, 9.0, 2.0), WALL) == 1.5
    assert seconds(_block(3.0, 1.0, 9.0), WALL) == 2.0
    assert seconds(_block(3.0), WALL) == 3.0


def test_all_calls_count_where_the_measure_says_so():
    assert seconds(_block(3.0, 1.0, 9.0, 3.0), Measure(clock="wall", whole=True)) == 4.0


def test_what_the_processors_clock_does_not_see_takes_a_tick():
    assert seconds(_block(1.0, processor=0.0), PROCESSOR) == 1e-6


def test_the_processors_clock_counts_where_the_host_tells_it():
    assert _measured(*[_pair(1.2, 5.0, processor=(1.0, 3.0))] * 6) == PROCESSOR


def test_the_wall_counts_on_an_accelerator_and_where_nobody_tells():
    assert _measured(_pair(1.2, 5.0, processor=(1.0, 3.0)), host=False) == WALL
    assert _measured(_pair(1.2, 5.0)) == WALL


def test_the_wall_counts_for_who_sleeps_or_has_others_work():
    assert _measured(*[_pair(1.0, 4.0, processor=(0.01, 4.0))] * 6) == WALL


def test_who_waited_for_a_processor_did_not_sleep():
    waiting = Pair(submission=_block(1.0, processor=0.1, waited=0.85), baseline=_block(1.0, processor=1.0))
    assert _measured(waiting) == PROCESSOR


def test_a_round_trip_is_not_taken_for_sleep():
    assert _measured(_pair(2e-4, 0.1, processor=(3e-5, 0.1))) == PROCESSOR


@pytest.mark.parametrize("side", ["submission", "baseline"])
def test_all_calls_count_where_a_side_is_uneven_by_itself(side):
    even, uneven = _block(*[1.0] * 8), _block(*[1.0] * 6, 9.0, 9.0)
    other = "baseline" if side == "submission" else "submission"
    pair = Pair(**{side: uneven, other: even})
    assert _measured(*[pair] * 6) == Measure(clock="wall", whole=True)


def test_a_few_blocks_that_something_disturbed_do_not_make_a_side_uneven():
    quiet = Pair(submission=_block(*[1.0] * 8), baseline=_block(*[1.0] * 8))
    disturbed = Pair(submission=_block(*[1.0] * 6, 9.0, 9.0), baseline=_block(*[1.0] * 8))
    assert _measured(*[quiet] * 4, disturbed) == WALL


def test_who_is_slow_in_nearly_half_of_its_blocks_is_uneven():
    quick = Pair(submission=_block(1.0, 1.0), baseline=_block(1.0))
    mixed = Pair(submission=_block(1.0, 9.0), baseline=_block(1.0))
    assert _measured(*[quick] * 4, *[mixed] * 3).whole


def test_who_takes_twice_as_long_in_nearly_half_of_its_calls_is_uneven():
    pair = Pair(submission=_block(*[1.0] * 5, *[2.0] * 4), baseline=_block(1.0))
    assert _measured(*[pair] * 6).whole


def test_how_far_the_middle_is_above_the_quickest_is_the_spread():
    blocks = [_block(wall, processor=1.0) for wall in (1.0, 1.5, 9.0)]
    assert spread(blocks, WALL) == pytest.approx(0.5)
    assert spread(blocks, PROCESSOR) == 0


def test_what_is_usual_counts_slow_calls_but_not_those_of_one_block():
    assert usual_ratio([_block(1.0, 3.0)] * 4 + [_block(99.0, 99.0)], [_block(8.0)] * 5, WALL) == 4.0


def test_as_many_blocks_are_left_out_as_a_busy_machine_disturbed_of_the_baseline():
    own, other = [_block(1.0)] * 18 + [_block(9.0)] * 2, [_block(8.0)] * 18 + [_block(80.0)] * 2
    assert usual_ratio(own, other, WALL) == 8.0
    assert usual_ratio(own, [_block(8.0)] * 20, WALL) < 6.0
