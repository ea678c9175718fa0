"""A report is made harmless before any renderer sees it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.reports.plain import ascii_only, clean, plain


@pytest.mark.parametrize(
    ("dirty", "expected"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("a\x00b\x08c", "abc"),
        ("user\u202eyp.exe", "useryp.exe"),
        ("\u2066isolated\u2069", "isolated"),
        ("one\r\ntwo\tthree", "one\ntwo\tthree"),
        ("lone \ud800 surrogate", "lone  surrogate"),
        ("naïve été 数", "naïve été 数"),
    ],
)
def test_what_could_move_the_cursor_or_the_reading_direction_is_removed(dirty, expected):
    assert clean(dirty) == expected


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text):
    assert clean(clean(text)) == clean(text)


@given(st.text())
def test_no_control_character_survives_save_line_breaks_and_tabs(text):
    assert not [letter for letter in clean(text) if ord(letter) < 32 and letter not in "\n\t"]


def test_an_endless_text_is_cut_and_says_so():
    assert clean("x" * 50_000).endswith("(30000 more characters are not shown)")


@pytest.mark.parametrize("length", [19_990, 20_000, 20_050, 20_100, 20_101, 50_000])
def test_a_text_that_was_cleaned_stays_as_it_is(length):
    """A report that is finished later is cleaned twice."""
    assert clean(clean("x" * length)) == clean("x" * length)


def test_infinity_and_nan_in_a_detail_become_null(a_report, a_check):
    report = a_report(checks=(a_check(detail={"ratio": math.inf, "rows": [math.nan, 1.0]}),))
    assert plain(report).checks[0].detail == {"ratio": None, "rows": [None, 1.0]}


def test_scores_stay_within_their_range(a_report, a_check):
    report = plain(a_report(score=9.0, max_score=4.0, checks=(a_check(score=-1.0), a_check(score=9.0))))
    assert (report.score, [check.score for check in report.checks]) == (4.0, [0.0, 4.0])


def test_an_unsettled_score_stays_null(a_report, a_check):
    assert plain(a_report(checks=(a_check(status="pending", score=None),))).checks[0].score is None


def test_ascii_keeps_the_likeness_of_symbols():
    assert ascii_only("a → b … 3 × 4 été") == "a -> b ... 3 x 4 ?t?"


@pytest.mark.parametrize("wild", [math.nan, math.inf, -1.0])
def test_numbers_that_a_report_cannot_do_without_become_nothing(a_report, a_check, wild):
    report = plain(a_report(max_score=wild, seconds=wild, checks=(a_check(max_score=wild),)))
    assert (report.max_score, report.score, report.seconds) == (0.0, 0.0, 0.0)
    assert (report.checks[0].max_score, report.checks[0].score) == (0.0, 0.0)
