"""What was measured, read out of a report and told in sentences."""

from __future__ import annotations

import math

import pytest

from grader.reports.timings import count, ratio, read, rounded, seconds, told


@pytest.fixture
def facts(a_report, a_check, timed):
    """The sentences on one speed check."""

    def tell(*without, **given):
        (one,) = read(a_report(checks=(a_check(title="Speed", detail=timed(*without, **given)),)))
        return list(told(one))

    return tell


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.25, "1.25 s"),
        (0.0412, "41.2 ms"),
        (5e-3, "5 ms"),
        (4.123e-5, "41.2 µs"),
        (0.99996e-3, "1 ms"),
        (3e-8, "30 ns"),
    ],
)
def test_a_time_has_three_digits_and_a_unit_that_suits_it(value, text):
    assert seconds(value) == text


@pytest.mark.parametrize(("value", "text"), [(0.956, "0.956"), (12.34, "12.3"), (120.4, "120"), (5173.2, "5,173")])
def test_a_ratio_has_three_digits_or_is_whole(value, text):
    assert ratio(value) == text


def test_elements_are_told_whole_and_a_crossover_in_two_digits():
    assert (count(65_536), count(rounded(317))) == ("65,536", "320")


def test_all_that_was_measured_is_told(facts):
    assert facts() == [
        "Speed: 120 times as fast (between 110 and 125), asked: 50",
        "At its quickest a call takes 40 µs, the baseline's 5 ms, by the processor's clock, on cpu.",
        "The first call, compiling included, took 62 ms, the baseline's 5.4 ms.",
        (
            "Moving the data takes 21 µs of each call, on both sides: arguments go from the grader to the function's "
            "process, and results back."
        ),
        "Quicker than the baseline from about 200 elements on.",
    ]


def test_what_was_not_measured_is_not_told(facts):
    assert facts("pairs", "first_call", "transfer", "sizes", "crossover", "low", "high", "threshold") == [
        "Speed: 120 times as fast"
    ]


@pytest.mark.parametrize(
    ("baseline", "words"),
    [
        ((2.0, 2.0), "Quicker than the baseline at every size measured."),
        ((0.5, 0.5), "Not quicker than the baseline at any size measured."),
        ((2.0, 0.5), "Quicker than the baseline at some of the sizes measured."),
    ],
)
def test_where_there_is_no_crossover_the_sizes_are_told_together(facts, baseline, words):
    sizes = [{"case": "", "size": 10 + at, "submission": 1.0, "baseline": time} for at, time in enumerate(baseline)]
    assert facts(sizes=sizes, crossover=None)[-1] == words


def test_sizes_are_sorted(a_report, a_check, timed):
    (one,) = read(a_report(checks=(a_check(detail=timed()),)))
    assert [size.elements for size in one.sizes] == [10, 10_000]


def test_each_pair_has_its_ratio(a_report, a_check, timed):
    (one,) = read(a_report(checks=(a_check(detail=timed(pairs=[[1.0, 9.0], [2.0, 8.0]])),)))
    assert one.ratios == (9.0, 4.0)


@pytest.mark.parametrize(
    "wrong", [None, "pairs", [[1.0]], [[1.0, None]], [["1", 2.0]], [[math.inf, 1.0]], {"a": 1}, [[1.0, math.nan]]]
)
def test_pairs_that_are_none_count_as_not_measured(a_report, a_check, timed, wrong):
    (one,) = read(a_report(checks=(a_check(detail=timed(pairs=wrong)),)))
    assert (one.pairs, one.ratios) == ((), ())


def test_a_time_that_the_clock_did_not_see_is_one_tick(a_report, a_check, timed):
    (one,) = read(a_report(checks=(a_check(detail=timed(pairs=[[0.0, 1.0]])),)))
    assert one.pairs == ((1e-6, 1.0),)


def test_a_check_without_a_ratio_was_not_timed(a_report, a_check, timed):
    assert read(a_report(checks=(a_check(), a_check(detail=timed("ratio"))))) == ()
