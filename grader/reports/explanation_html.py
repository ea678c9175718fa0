"""Renders what ``grade explain`` shows as one page of HTML with its plots drawn in it; it needs nothing else."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from grader.reports.html import document
from grader.reports.observed import UNSEEN, blueprints, no_blueprint, sections
from grader.reports.plain import plain
from grader.reports.plots import STYLE, figures
from grader.reports.timings import SIDES, count, read, seconds, told
from grader.reports.words import stack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.model.answers import Traced
    from grader.model.report import Report
    from grader.reports.observed import Note
    from grader.reports.setting import Setting
    from grader.reports.timings import Timings

__all__ = ["render"]

_STYLE = """
h2 { font-size: 1.2rem; } h3 { font-size: 1rem; margin: .75rem 0 .25rem; } ul { list-style: none; padding: 0; }
li { margin: .5rem 0; overflow-wrap: anywhere; } code { color: var(--soft); }
li pre { margin: .25rem 0; } figure { margin: 1rem 0; padding: 1rem; background: var(--back); overflow-x: auto; }
figure svg { display: block; width: 100%; min-width: 34rem; height: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .2rem 1rem .2rem 0; } th:first-child, td:first-child { text-align: left; }
"""


def render(report: Report, programs: Iterable[tuple[str, Traced | None, str]], setting: Setting) -> str:
    """Returns the whole page; every text from the student or the course is escaped."""
    report = plain(report)
    return document(
        f"Exercise {report.number} · {report.title}", _body(report, programs, setting), style=_STYLE + STYLE
    )


def _body(report: Report, programs: Iterable[tuple[str, Traced | None, str]], setting: Setting) -> Iterator[str]:
    """The page, section by section."""
    yield f'<p class="soft">{escape(setting.path or report.submission.name)}</p>'
    yield "<section>\n<h2>Blueprint (jaxpr)</h2>"
    found = blueprints(programs, setting)
    for program in found:
        lines = [*program.lines, *([f"... and {program.more} more lines"] if program.more else [])]
        yield f"<h3>{escape(program.heading)}</h3>\n<pre>{escape(chr(10).join(lines))}</pre>"
    if not found:
        yield f"<p>{escape(no_blueprint(report))}</p>"
    yield "</section>"
    for section in sections(report, setting):
        yield f"<section>\n<h2>{section.title}</h2>"
        yield from _notes(section.notes) if section.notes else (f"<p>{section.otherwise}</p>",)
        yield "</section>"
    yield "<section>\n<h2>Timings</h2>"
    timed = read(report)
    for at, one in enumerate(timed, 1):
        yield from _timings(one)
        for figure in figures(one, f"plot-{at}"):
            yield f"<figure>\n{figure}\n</figure>"
    if not timed:
        yield f"<p>{UNSEEN}</p>"
    yield f"</section>\n<footer>\n<p>{escape(stack(report))}</p>\n</footer>"


def _notes(notes: tuple[Note, ...]) -> Iterator[str]:
    """What was seen, each beside the student's line."""
    yield "<ul>"
    for note in notes:
        where = f"<code>{escape(note.place)}</code> " if note.place else ""
        code = f"<pre>{escape(note.code)}</pre>" if note.code else ""
        yield f"<li>{where}{escape(note.words)}{code}</li>"
    yield "</ul>"


def _timings(one: Timings) -> Iterator[str]:
    """The facts in sentences, then the sizes in a table."""
    first, *others = told(one)
    yield f"<p><strong>{escape(first)}</strong></p>"
    if others:
        yield f"<p>{escape(' '.join(others))}</p>"
    if one.sizes:
        heads = "".join(f'<th scope="col">{words}</th>' for words in ("case", "elements", *SIDES.values()))
        yield f"<table>\n<tr>{heads}</tr>"
        for size in one.sizes:
            cells = (size.case, count(size.elements), seconds(size.submission), seconds(size.baseline))
            yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
        yield "</table>"
