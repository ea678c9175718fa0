"""The exercises beside each other, on the class's page: how they went, how fast, how slow to grade, how many hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from grader.batch.late import span
from grader.batch.overview.exercises import median
from grader.batch.overview.words import counted, percent, shown
from grader.reports.html_page import words
from grader.reports.timings import ratio, seconds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.batch.overview.exercises import Exercise, Speeds

__all__ = ["STANDINGS", "bar", "parts", "title"]

STANDINGS: Final = ("passed", "failed", "pending", "broken")
_ASKED_FOR: Final = (
    "Hints are what reports say to try where a check failed. Which hints students took with `grade hint` stays in "
    "their own folders: no batch has it."
)
_NOTHING: Final = "–"


class _Cell(msgspec.Struct, frozen=True):
    """A cell, as HTML, and the number it is sorted by."""

    shown: str
    value: float | None


def title(one: Exercise) -> str:
    """Returns what an exercise is called, for HTML."""
    return f"{one.number} · {shown(one.title)}"


def bar(one: Exercise) -> str:
    """Returns a bar that shows which share of the submissions passed, failed, is pending and is broken."""
    told = ", ".join(f"{one.standings[word]} {word}" for word in STANDINGS if one.standings[word])
    pieces, start = [], 0.0
    for word in STANDINGS:
        width = 100 * one.standings[word] / one.count
        if width:
            pieces.append(f'<rect class="{word}" x="{start:.4g}" width="{width:.4g}" height="8"/>')
        start += width
    size = 'viewBox="0 0 100 8" preserveAspectRatio="none"'
    return f'<svg class="bar" {size} role="img" aria-label="{told}">{"".join(pieces)}</svg>'


def parts(exercises: Sequence[Exercise]) -> Iterator[str]:
    """Yields the part of the page: what stands out, then a table."""
    yield '<section aria-labelledby="compared">\n<h2 id="compared">Exercises compared</h2>'
    sentences = [*_standing_out(exercises)] if len(exercises) > 1 else []
    if sentences:
        yield f"<ul>{''.join(f'<li>{sentence}</li>' for sentence in sentences)}</ul>"
    columns = _columns(exercises)
    yield '<div class="scroll" role="region" aria-label="Table of exercises" tabindex="0">\n<table class="sortable">'
    heads = "".join(f'<th scope="col" data-sort="number">{words(head)}</th>' for head in columns)
    first = '<th scope="col" data-sort="number" aria-sort="ascending">exercise</th>'
    yield f"<thead><tr>{first}{heads}</tr></thead>\n<tbody>"
    for at, one in enumerate(exercises):
        cells = "".join(_cell(column[at]) for column in columns.values())
        yield f'<tr><th scope="row" data-value="{at}"><a href="#exercise-{at}">{title(one)}</a></th>{cells}</tr>'
    yield "</tbody>\n</table>\n</div>"
    if any(one.hints for one in exercises):
        yield f'<p class="soft">{words(_ASKED_FOR)}</p>'
    yield "</section>"


def _cell(cell: _Cell) -> str:
    """A cell of the table."""
    value = "" if cell.value is None else f"{cell.value:.6g}"
    return f'<td data-value="{value}">{cell.shown}</td>'


def _columns(exercises: Sequence[Exercise]) -> dict[str, list[_Cell]]:
    """The columns by their heads; what no exercise has is left out."""
    columns = {
        "submissions": [_Cell(f"{one.count:,}", one.count) for one in exercises],
        "how it went": [_Cell(bar(one), one.standings["passed"] / one.count) for one in exercises],
        "median mark": [_mark(one) for one in exercises],
        "all points": [_full(one) for one in exercises],
    }
    if any(one.speeds for one in exercises):
        columns["median speed-up"] = [_speed(one) for one in exercises]
        columns["fast enough"] = [_reached(one) for one in exercises]
    if any(one.seconds for one in exercises):
        columns["to grade one"] = [_time(median(one.seconds)) for one in exercises]
    if any(one.hints for one in exercises):
        columns["with hints"] = [_Cell(percent(one.hinted, one.count), one.hinted / one.count) for one in exercises]
    return columns


def _mark(one: Exercise) -> _Cell:
    """The middle mark as a share of the points."""
    middle = median(one.scores)
    if middle is None or not one.most:
        return _Cell(_NOTHING, None)
    return _Cell(percent(middle, one.most), middle / one.most)


def _full(one: Exercise) -> _Cell:
    """How many have all points."""
    if not one.scores:
        return _Cell(_NOTHING, None)
    full = sum(score >= one.most for score in one.scores)
    return _Cell(percent(full, len(one.scores)), full / len(one.scores))


def _slowest(one: Exercise) -> Speeds | None:
    """Of an exercise's speed checks the one that the fewest pass."""
    return min(one.speeds.values(), key=lambda each: each.reached / len(each.ratios), default=None)


def _speed(one: Exercise) -> _Cell:
    """The middle speed-up."""
    found = _slowest(one)
    middle = median(found.ratios) if found else None
    return _Cell(_NOTHING, None) if middle is None else _Cell(f"{ratio(middle)}×", middle)


def _reached(one: Exercise) -> _Cell:
    """How many are as fast as is asked."""
    found = _slowest(one)
    if found is None or found.asked is None:
        return _Cell(_NOTHING, None)
    return _Cell(
        f"{percent(found.reached, len(found.ratios))} of {ratio(found.asked)}×", found.reached / len(found.ratios)
    )


def _time(spent: float | None) -> _Cell:
    """A time that grading took."""
    return _Cell(_NOTHING, None) if spent is None else _Cell(_clock(spent), spent)


def _clock(spent: float) -> str:
    """A time as people say it."""
    return seconds(spent) if spent < 100 else span(spent)  # noqa: PLR2004 - beyond that, minutes are read more easily


def _standing_out(exercises: Sequence[Exercise]) -> Iterator[str]:
    """What a reader looks for in the table, in sentences."""
    timed = [one for one in exercises if one.seconds]
    if timed:
        one = max(timed, key=lambda each: median(each.seconds) or 0.0)
        mid = _clock(median(one.seconds) or 0.0)
        yield f"Slowest to grade: <strong>{title(one)}</strong>, {mid} a submission, {_clock(sum(one.seconds))} in all."
    asked = [
        (one, found)
        for one in exercises
        if (found := _slowest(one)) and found.asked and found.reached < len(found.ratios)
    ]
    if asked:
        one, found = min(asked, key=lambda pair: pair[1].reached / len(pair[1].ratios))
        reached = f"{percent(found.reached, len(found.ratios))} reach the {ratio(found.asked or 0.0)}× asked"
        middle = ratio(median(found.ratios) or 0.0)
        yield f"Hardest to make fast: <strong>{title(one)}</strong>, where {reached}; the median is {middle}×."
    if any(one.hints for one in exercises):
        one = max(exercises, key=lambda each: each.hinted / each.count)
        some = f"{percent(one.hinted, one.count)} of the reports say what to try"
        yield f"Most hints: <strong>{title(one)}</strong>, where {some}, {counted(one.hints, 'hint')} in all."
    scored = [one for one in exercises if one.scores and one.most]
    if scored:
        one = min(scored, key=lambda each: sum(each.scores) / (len(each.scores) * each.most))
        mean = percent(sum(one.scores), len(one.scores) * one.most)
        yield f"Hardest by marks: <strong>{title(one)}</strong>, where {mean} of the points were earned."
