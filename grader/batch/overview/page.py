"""Renders a class as one page of HTML that needs nothing else, beside the submissions' own reports that it links to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from grader import __version__
from grader.batch.overview import cards, compared, concerns, students
from grader.batch.overview.style import STYLE
from grader.batch.overview.words import counted, percent, shown
from grader.reports.html_page import document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.batch.overview.collected import Collected
    from grader.batch.overview.words import Links

__all__ = ["Told", "render"]

_SCRIPT: Final = Path(__file__).with_name("table.js")


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What the page says besides the results: the ``course``'s title, how lateness counts, where the rest is listed.

    ``policy`` is a sentence; ``summary`` is the address of the text that lists files which were not graded, or "".
    """

    course: str = ""
    policy: str = ""
    summary: str = ""


def render(collected: Collected, links: Links, told: Told) -> str:
    """Returns the whole page; every text from students or the course is escaped."""
    return document(
        "The class on a page",
        _main(collected, links),
        above=_above(collected, told),
        below=_below(told),
        style=STYLE,
        script=_SCRIPT.read_text(encoding="utf-8"),
    )


def _above(collected: Collected, told: Told) -> Iterator[str]:
    """Which course, as of when, and the ways to the parts."""
    when = f"graded until {collected.latest:%Y-%m-%d %H:%M %Z}" if collected.latest else ""
    yield f'<p class="soft">{" · ".join(part for part in (shown(told.course), when) if part)}</p>'
    yield '<nav aria-label="Parts of this page"><ul>'
    for name, title in (("attention", "Attention"), ("compared", "Compared"), ("exercises", "Exercises")):
        yield f'<li><a href="#{name}">{title}</a></li>'
    yield '<li><a href="#everybody">Students</a></li></ul></nav>'


def _main(collected: Collected, links: Links) -> Iterator[str]:
    """The page, part by part."""
    yield from _tiles(collected)
    yield from concerns.parts(collected, links)
    yield from compared.parts(collected.exercises)
    yield from cards.parts(collected.exercises, links)
    yield from students.parts(collected.roll, links)


def _tiles(collected: Collected) -> Iterator[str]:
    """The class in a few numbers."""
    standings = collected.standings
    count, marked = standings.total(), standings["passed"] + standings["failed"]
    yield '<dl class="tiles">'
    for number, what in (
        (f"{len(collected.roll.students):,}", "students"),
        (f"{len(collected.exercises):,}", "exercises"),
        (f"{count:,}", "submissions"),
        (percent(standings["passed"], marked), "of what is marked passed"),
        (f"{collected.concerned:,}", "students need attention"),
    ):
        yield f"<div><dt>{what}</dt><dd>{number}</dd></div>"
    yield "</dl>"
    told = [f"{counted(collected.late, 'submission')} came late"] * bool(collected.late)
    if collected.unknown and collected.roll.policy.steps:
        told.append(f"{collected.unknown:,} without a known hand-in time or due date lost nothing")
    if told:
        yield f'<p class="soft">{"; ".join(told)}.</p>'


def _below(told: Told) -> Iterator[str]:
    """By which rules, and where to read on."""
    if told.policy:
        yield f"<p>{shown(told.policy)}</p>"
    if told.summary:
        listed = f'<a href="{told.summary}">summary.txt</a>'
        yield f"<p>Files that are nobody's, or for no exercise, are not on this page; {listed} names them, if any.</p>"
    yield f"<p>jitgrade {__version__}, <code>grade report</code>. This page holds marks: it is for teachers.</p>"
