"""Logarithmic axes and their ticks."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.reports.plots_axis import axis

VALUES = st.lists(st.floats(1e-7, 1e9), min_size=1, max_size=6)


def test_equal_ratios_are_equal_distances():
    along = axis([1.0, 100.0], 0, 300, gap=20)
    assert along.at(10.0) - along.at(1.0) == pytest.approx(along.at(100.0) - along.at(10.0))


def test_an_axis_that_runs_up_has_its_larger_values_at_smaller_pixels():
    along = axis([1.0, 100.0], 200, 0, gap=20)
    assert along.at(100.0) < along.at(1.0)


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ((45.0, 125.0), (60.0, 80.0, 100.0, 120.0)),
        ((1.0, 8.0), (1.0, 2.0, 5.0)),
        ((0.9, 1200.0), (1.0, 10.0, 100.0, 1000.0)),
        ((1.0, 1e8), (1.0, 100.0, 1e4, 1e6, 1e8)),
    ],
)
def test_ticks_are_round_numbers(values, ticks):
    assert axis(values, 0, 500, gap=66).ticks == ticks


@given(values=VALUES)
def test_all_values_and_ticks_lie_within_and_ticks_keep_apart(values):
    along = axis(values, 70, 590, gap=66)
    assert all(70 <= along.at(value) <= 590 for value in (*values, *along.ticks))
    assert all(along.at(after) - along.at(before) >= 66 for before, after in pairwise(along.ticks))


@given(values=VALUES)
def test_an_upward_axis_always_has_ticks_to_read_it_by(values):
    assert len(axis(values, 210, 0, gap=22).ticks) > 1


def test_what_may_be_left_out_is_shown_where_the_rest_keeps_room():
    assert axis([2.0, 8.0], 0, 500, gap=66, perhaps=[1.0]).shows(1.0)


def test_what_may_be_left_out_is_left_out_where_the_rest_would_shrink_to_a_spot():
    assert not axis([50.0, 55.0], 0, 500, gap=66, perhaps=[1.0]).shows(1.0)
