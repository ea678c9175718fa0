"""The pictures of one speed check: its pairs in order, its ratio against what is asked, its times by size."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from grader.reports.plots_axis import Axis, axis
from grader.reports.plots_drawing import FONT, Drawing, spread
from grader.reports.timings import SIDES, count, ratio, rounded, seconds, told, where_it_pays

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.reports.timings import Timings

__all__ = ["WIDTH", "panels"]

WIDTH = 720.0
_LEFT, _RIGHT = 72.0, 590.0  # the plot itself; names stand to the right of it
_TOP = 58.0
_HEIGHT = 210.0
_LETTER = 0.62 * FONT  # more than letters are wide on average, so that nothing is cut off
_STRONG = 0.7 * FONT  # the same of strong ones, most of which are digits
_UP, _ACROSS = 22.0, 66.0  # between the ticks of an axis, in pixels: the height and the width of a label
_TRANSFER = "moving the data"
_LARGEST_MARK = 3.5


def panels(one: Timings) -> Iterator[Drawing]:
    """Yields a picture for each thing that was measured."""
    if one.pairs:
        yield _pairs(one)
    yield _ratio(one)
    if len(one.sizes) > 1:
        yield _sizes(one)


def _pairs(one: Timings) -> Drawing:
    """Each pair of blocks in the order measured."""
    bottom = _TOP + _HEIGHT
    drawing = _drawing("Time of a call, pair by pair", _subtitle(one), one, bottom + 26)
    transfer = [one.transfer] if one.transfer else []
    up = axis([time for pair in one.pairs for time in pair], bottom, _TOP, gap=_UP, perhaps=transfer)
    step = (_RIGHT - _LEFT) / len(one.pairs)
    _rows(drawing, up)
    size = min(_LARGEST_MARK, max(2.0, step / 3))
    for at, pair in enumerate(one.pairs):
        x = _LEFT + (at + 0.5) * step
        drawing.line([(x, up.at(time)) for time in pair], "soft faint")
        for side, time in zip(SIDES, pair, strict=True):
            drawing.mark(x, up.at(time), side, size, f"pair {at + 1}, {SIDES[side]}: {seconds(time)}")
    named = {side: statistics.median(times) for side, times in zip(SIDES, zip(*one.pairs, strict=True), strict=True)}
    if one.transfer and up.shows(one.transfer):
        drawing.line([(_LEFT, up.at(one.transfer)), (_RIGHT, up.at(one.transfer))], "ink dotted")
        named["ink"] = one.transfer
    _names(drawing, up, named)
    drawing.text((_LEFT + _RIGHT) / 2, bottom + 18, "pairs, in the order measured", "soft", anchor="middle")
    return drawing


def _ratio(one: Timings) -> Drawing:
    """The ratio with its range, the ratio of each pair, and what is asked."""
    top = 76.0 if one.ratios else 56.0
    middle, bottom = top + 30, top + 70
    subtitle = "Each short line is a pair, the disc their median." if one.ratios else ""
    drawing = _drawing("How many times as fast as the baseline", subtitle, one, bottom + 26)
    given = [value for value in (one.ratio, one.low, one.high, one.threshold, *one.ratios) if value]
    across = axis(given, _LEFT, _RIGHT, gap=_ACROSS, perhaps=[1.0])
    if one.threshold:
        x = across.at(one.threshold)
        drawing.area(x, top, _RIGHT, bottom, "yours shade")
        drawing.line([(x, top), (x, bottom)], "ink dashed")
        _beside(drawing, x, top - 7, f"asked: at least {ratio(one.threshold)}×")
    _columns(drawing, across, bottom, "×")
    if one.low and one.high:
        drawing.line([(across.at(one.low), middle), (across.at(one.high), middle)], "yours wide")
    for each in one.ratios:
        drawing.line([(across.at(each), middle - 8), (across.at(each), middle + 8)], "yours")
    drawing.mark(across.at(one.ratio), middle, "yours", 6, f"{ratio(one.ratio)}×")
    between = f", between {ratio(one.low)}× and {ratio(one.high)}×" if one.low and one.high else ""
    _below(drawing, across, one, f"{ratio(one.ratio)}×{between}", middle + 27)
    return drawing


def _sizes(one: Timings) -> Drawing:
    """The time of a call against the number of array elements, and where the one is quicker than the other."""
    top = _TOP + 18
    bottom = top + _HEIGHT
    drawing = _drawing("Time of a call by the size of its data", where_it_pays(one), one, bottom + 46)
    up = axis([time for size in one.sizes for time in (size.submission, size.baseline)], bottom, top, gap=_UP)
    places = [size.elements for size in one.sizes]
    across = axis([*places, *([one.crossover] if one.crossover else [])], _LEFT, _RIGHT, gap=_ACROSS)
    _rows(drawing, up)
    _columns(drawing, across, bottom)
    drawing.text((_LEFT + _RIGHT) / 2, bottom + 40, "array elements", "soft", anchor="middle")
    if one.crossover:
        x = across.at(one.crossover)
        drawing.area(x, top, _RIGHT, bottom, "yours shade")
        drawing.line([(x, top), (x, bottom)], "ink dashed")
        _beside(drawing, x, top - 7, f"about {count(rounded(one.crossover))} elements")
    for side in ("baseline", "yours"):
        row = [(size, size.submission if side == "yours" else size.baseline) for size in one.sizes]
        drawing.line([(across.at(size.elements), up.at(time)) for size, time in row], f"{side} thick")
        for size, time in row:
            words = f"{size.case}, {count(size.elements)} elements, {SIDES[side]}: {seconds(time)}"
            drawing.mark(across.at(size.elements), up.at(time), side, 4, words.removeprefix(", "))
    last = one.sizes[-1]
    _names(drawing, up, {"yours": last.submission, "baseline": last.baseline})
    return drawing


def _drawing(title: str, subtitle: str, one: Timings, height: float) -> Drawing:
    """A picture with its heading, described by the facts in sentences."""
    drawing = Drawing(width=WIDTH, height=height, title=f"{one.title}: {title}", description=" ".join(told(one)))
    drawing.text(0, 16, title, "ink title")
    if subtitle:
        drawing.text(0, 38, subtitle, "soft")
    return drawing


def _subtitle(one: Timings) -> str:
    """What the picture of pairs does not show: the clock, the first call."""
    first = ""
    if one.first:
        yours, baseline = map(seconds, one.first)
        first = f"the first call took {yours}, the baseline's {baseline}"
    words = "; ".join(part for part in (one.clock_in_words, first) if part)
    return words[:1].upper() + words[1:]


def _rows(drawing: Drawing, up: Axis) -> None:
    """The lines and labels of an upward axis of times."""
    for tick in up.ticks:
        drawing.line([(_LEFT, up.at(tick)), (_RIGHT, up.at(tick))], "grid")
        drawing.text(_LEFT - 8, up.at(tick) + 4, seconds(tick), "soft", anchor="end")


def _columns(drawing: Drawing, across: Axis, bottom: float, unit: str = "") -> None:
    """The line and labels of an axis that runs across: of numbers of elements, which are whole, unless of a unit."""
    drawing.line([(_LEFT, bottom), (_RIGHT, bottom)], "soft")
    for tick in across.ticks:
        if unit or tick.is_integer():
            drawing.line([(across.at(tick), bottom), (across.at(tick), bottom + 5)], "soft")
            drawing.text(across.at(tick), bottom + 20, f"{ratio(tick)}{unit}", "soft", anchor="middle")


def _names(drawing: Drawing, up: Axis, ends: dict[str, float]) -> None:
    """The names of what is drawn, at its right end, apart from each other."""
    places = spread([up.at(time) for time in ends.values()], FONT + 4, up.end + 4, up.start - 4)
    for kind, y in zip(ends, places, strict=True):
        drawing.text(_RIGHT + 10, y + 4, SIDES.get(kind, _TRANSFER), f"{kind} strong")


def _beside(drawing: Drawing, x: float, y: float, words: str) -> None:
    """Words on a line's upper end: to the right of it, or to the left where there is no room."""
    fits = x + len(words) * _LETTER < _RIGHT
    drawing.text(x, y, words, "ink", anchor="start" if fits else "end")


def _below(drawing: Drawing, across: Axis, one: Timings, words: str, y: float) -> None:
    """Words under the ratio, off the line that marks what is asked: on the ratio's side of it, if there is room."""
    half = len(words) * _STRONG / 2
    rooms = [(_LEFT + half, _RIGHT - half)]
    if one.threshold:
        line = across.at(one.threshold)
        before, after = (_LEFT + half, line - 6 - half), (line + 6 + half, _RIGHT - half)
        rooms = [after, before, *rooms] if one.ratio >= one.threshold else [before, after, *rooms]
    low, high = next((room for room in rooms if room[0] <= room[1]), (WIDTH / 2, WIDTH / 2))
    drawing.text(min(max(across.at(one.ratio), low), high), y, words, "yours strong", anchor="middle")
