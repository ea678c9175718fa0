"""Draws how marks and speed-ups are spread over a class: a bar for each range, its height the number of submissions.

Drawn by hand as the other pictures are, since a library for it is larger than the rest of the page, and needs a script.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from grader.batch.overview.exercises import median
from grader.batch.overview.words import counted, percent
from grader.reports.plots_axis import axis
from grader.reports.plots_drawing import Drawing
from grader.reports.timings import ratio
from grader.reports.words import amount

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.batch.overview.exercises import Exercise, Speeds

__all__ = ["marks", "marks_in_words", "speeds", "speeds_in_words"]

_WIDTH: Final = 340.0
_TOP, _FLOOR, _HEIGHT = 36.0, 124.0, 148.0
_LEFT, _RIGHT = 4.0, 336.0
_GAP: Final = 2.0  # between bars
_TENTHS: Final = 10
_BARS: Final = 14  # of a picture of speed-ups, or a few more
_LEAST: Final = 1.05  # the ratio from one end of a bar to the other
_ACROSS: Final = 44.0  # between ticks
_LETTER: Final = 7.0


def marks_in_words(one: Exercise) -> str:
    """Returns in a sentence how the marks are spread."""
    scores = one.scores
    if not scores:
        return "Nothing of it is marked yet."
    full, zero = sum(score >= one.most for score in scores), sum(score <= 0 for score in scores)
    some = f", {percent(zero, len(scores))} have none" if zero else ""
    middle = median(scores) or 0.0
    return f"Median {amount(middle)} of {amount(one.most)} points; {percent(full, len(scores))} have all{some}."


def marks(one: Exercise) -> Drawing:
    """Returns a picture of the marks by tenths of the points; who has all of them has a bar of its own."""
    counts = [0] * (_TENTHS + 1)
    for score in one.scores:
        counts[_tenth(score, one.most)] += 1
    step = (_RIGHT - _LEFT) / len(counts)
    drawing = _drawing(f"{one.title}: marks", marks_in_words(one))
    ranges = [
        *(f"{amount(one.most * at / _TENTHS)} to {amount(one.most * (at + 1) / _TENTHS)}" for at in range(_TENTHS)),
        f"all {amount(one.most)}",
    ]
    edges = [_LEFT + at * step for at in range(len(counts) + 1)]
    _bars(drawing, edges, counts, [f"{words} points" for words in ranges], ["yours"] * len(counts))
    for share, at in ((0.0, 0), (0.5, _TENTHS // 2)):
        drawing.text(edges[at], _FLOOR + 18, amount(one.most * share), "soft", anchor="middle" if at else "start")
    drawing.text((edges[-2] + edges[-1]) / 2, _FLOOR + 18, f"all {amount(one.most)}", "soft", anchor="middle")
    return drawing


def speeds_in_words(one: Speeds) -> str:
    """Returns in a sentence how the speed-ups are spread."""
    middle = f"Median {ratio(median(one.ratios) or 1.0)}× as fast as the baseline"
    if one.asked is None:
        return f"{middle}."
    return f"{middle}; {percent(one.reached, len(one.ratios))} reach the {ratio(one.asked)}× asked."


def speeds(exercise: str, one: Speeds) -> Drawing:
    """Returns a picture of speed-ups; no bar lies on both sides of what is asked."""
    given = (*one.ratios, one.asked) if one.asked else tuple(one.ratios)
    across = axis(given, _LEFT, _RIGHT, gap=_ACROSS)
    bounds = _bounds(across.low, across.high, one.asked)
    counts = [0] * (len(bounds) - 1)
    for each in one.ratios:
        counts[_place(each, bounds)] += 1
    drawing = _drawing(f"{exercise}: {one.title}", speeds_in_words(one))
    edges = [across.at(min(max(bound, across.low), across.high)) for bound in bounds]
    ranges = [f"{ratio(low)}× to {ratio(high)}×" for low, high in pairwise(bounds)]
    kinds = ["baseline" if one.asked and high <= one.asked * 1.0001 else "yours" for high in bounds[1:]]
    _bars(drawing, edges, counts, ranges, kinds)
    for tick in across.ticks:
        x = across.at(tick)
        drawing.line([(x, _FLOOR), (x, _FLOOR + 4)], "soft")
        half = len(ratio(tick) + "×") * _LETTER / 2
        drawing.text(min(max(x, half), _WIDTH - half), _FLOOR + 18, f"{ratio(tick)}×", "soft", anchor="middle")
    if one.asked:
        x, words = across.at(one.asked), f"asked: {ratio(one.asked)}×"
        drawing.line([(x, 18), (x, _FLOOR)], "ink dashed")
        fits = x + 6 + len(words) * _LETTER < _WIDTH
        drawing.text(x + 5 if fits else x - 5, 13, words, "ink", anchor="start" if fits else "end")
    return drawing


def _drawing(title: str, words: str) -> Drawing:
    """An empty picture with the line that bars stand on."""
    drawing = Drawing(width=_WIDTH, height=_HEIGHT, title=title, description=words)
    drawing.line([(_LEFT, _FLOOR), (_RIGHT, _FLOOR)], "soft")
    return drawing


def _bars(
    drawing: Drawing, edges: Sequence[float], counts: Sequence[int], ranges: Iterable[str], kinds: Iterable[str]
) -> None:
    """A bar between each two edges, its count above it."""
    most = max((*counts, 1))
    for left, right, count, words, kind in zip(edges, edges[1:], counts, ranges, kinds, strict=False):
        if count:
            top = _FLOOR - max((_FLOOR - _TOP) * count / most, 1.5)
            told = f"{words}: {counted(count, 'submission')}"
            drawing.area(left + _GAP / 2, top, right - _GAP / 2, _FLOOR, kind, words=told)
            drawing.text((left + right) / 2, top - 4, f"{count}", "ink", anchor="middle")


def _tenth(score: float, most: float) -> int:
    """Which bar a mark belongs to."""
    share = score / most if most > 0 else 0.0
    return _TENTHS if share >= 1 else min(max(int(share * _TENTHS + 1e-9), 0), _TENTHS - 1)


def _bounds(low: float, high: float, asked: float | None) -> list[float]:
    """Ends of ranges of equal ratios that cover all from low to high, what is asked among them."""
    step = max((high / low) ** (1 / _BARS), _LEAST)
    start = asked or low
    first = math.floor(round(math.log(low / start) / math.log(step), 6))
    last = math.ceil(round(math.log(high / start) / math.log(step), 6))
    return [start * step**at for at in range(first, max(last, first + 1) + 1)]


def _place(value: float, bounds: Sequence[float]) -> int:
    """Between which two bounds a value lies."""
    step = bounds[1] / bounds[0]
    at = math.floor(math.log(value / bounds[0]) / math.log(step) + 1e-9)
    return min(max(at, 0), len(bounds) - 2)
