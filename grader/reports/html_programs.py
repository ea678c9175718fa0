"""Traced programs and measured times as HTML: what ``grade explain`` shows, and what a report has of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.reports.blueprints import blueprints, left_out
from grader.reports.html_page import text
from grader.reports.plots import figures
from grader.reports.timings import SIDES, count, read, seconds, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.model.answers import Traced
    from grader.model.report import Report
    from grader.reports.html_layout import Layout
    from grader.reports.setting import Setting
    from grader.reports.timings import Timings

__all__ = ["programs_in", "timings_in"]


def programs_in(programs: Iterable[tuple[str, Traced | None, str]], setting: Setting, layout: Layout) -> Iterator[str]:
    """Yields each program once; ``programs`` are the name of a case, its trace, or why there is none."""
    for program in blueprints(programs, setting):
        lines = [*program.lines, *([left_out(program)] if program.more else [])]
        yield f"{layout.heading(2, text(program.heading))}\n<pre>{text(chr(10).join(lines))}</pre>"


def timings_in(report: Report, layout: Layout) -> Iterator[str]:
    """Yields what each speed check measured: in sentences, in a table, drawn."""
    for at, one in enumerate(read(report), 1):
        yield from _told(one)
        for figure in figures(one, layout.name(f"plot-{at}")):
            # What is wider than the screen is moved sideways, by keys as well.
            yield f'<figure tabindex="0" aria-label="{text(one.title)}, drawn">\n{figure}\n</figure>'


def _told(one: Timings) -> Iterator[str]:
    first, *others = told(one)
    yield f"<p><strong>{text(first)}</strong></p>"
    if others:
        yield f"<p>{text(' '.join(others))}</p>"
    if one.sizes:
        heads = "".join(f'<th scope="col">{words}</th>' for words in ("case", "elements", *SIDES.values()))
        yield f"<table>\n<tr>{heads}</tr>"
        for size in one.sizes:
            cells = (size.case, count(size.elements), seconds(size.submission), seconds(size.baseline))
            yield f"<tr>{''.join(f'<td>{text(cell)}</td>' for cell in cells)}</tr>"
        yield "</table>"
