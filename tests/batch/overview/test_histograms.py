"""How marks and speed-ups are drawn."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from grader.batch.overview import histograms

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def exercise(collected, graded, check):
    """An exercise with these marks of ten points, or these ratios where ten are asked."""

    def make(scores=(), ratios=(), asked=10.0):
        marks = [check(status="failed" if score < 10 else "passed", score=score) for score in scores]
        speeds = [check("speedup", ratio=ratio, **({"threshold": asked} if asked else {})) for ratio in ratios]
        return collected(*(graded(f"s{at}", checks=[one]) for at, one in enumerate([*marks, *speeds]))).exercises[0]

    return make


def bars(drawing):
    """The words of each bar, its side, and its height."""
    root = ET.fromstring(drawing.svg("plot"))
    return [(one[0].text, one.get("class").split()[0], float(one.get("height"))) for one in root.iter(f"{SVG}rect")]


def test_each_tenth_of_the_points_has_a_bar_and_so_has_all_of_them(exercise):
    drawn = bars(histograms.marks(exercise([0.0, 0.5, 1.0, 9.9, 10.0, 10.0])))
    assert [words for words, *_ in drawn] == [
        "0 to 1 points: 2 submissions",
        "1 to 2 points: 1 submission",
        "9 to 10 points: 1 submission",
        "all 10 points: 2 submissions",
    ]


def test_a_bar_is_as_high_as_its_submissions_are_many(exercise):
    low, high = (height for *_, height in bars(histograms.marks(exercise([3.0, 10.0, 10.0, 10.0]))))
    assert high == pytest.approx(3 * low, abs=0.2)


def test_no_bar_lies_on_both_sides_of_what_is_asked(exercise):
    one = exercise(ratios=[2.0, 9.9, 9.999, 10.0, 10.1, 300.0])
    drawn = bars(histograms.speeds("Loops", next(iter(one.speeds.values()))))
    below = [words for words, kind, _ in drawn if kind == "baseline"]
    counts = [int(re.search(r"(\d+) submission", words)[1]) for words in below]
    assert sum(counts) == 3
    assert len(drawn) > len(below)


@pytest.mark.parametrize("ratios", [[4.0], [10.0], [10.0] * 9, [1e-3, 1e6], [9.99, 10.0, 10.01]])
@pytest.mark.parametrize("asked", [10.0, None])
def test_every_submission_is_in_a_bar(exercise, ratios, asked):
    one = exercise(ratios=ratios, asked=asked)
    drawn = bars(histograms.speeds("Loops", next(iter(one.speeds.values()))))
    assert sum(int(re.search(r"(\d+) submission", words)[1]) for words, *_ in drawn) == len(ratios)


def test_what_is_drawn_is_told_in_a_sentence(exercise):
    assert (
        histograms.marks_in_words(exercise([0.0, 6.0, 10.0])) == "Median 6 of 10 points; 33% have all, 33% have none."
    )
    [speeds] = exercise(ratios=[5.0, 20.0, 40.0]).speeds.values()
    assert histograms.speeds_in_words(speeds) == "Median 20× as fast as the baseline; 67% reach the 10× asked."
