"""Renders what ``grade explain`` shows as one page of HTML with its plots drawn in it; it needs nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.reports import html_code
from grader.reports.blueprints import no_blueprint
from grader.reports.html_code import Mark, reference
from grader.reports.html_layout import Layout, Section
from grader.reports.html_page import document, text, words
from grader.reports.html_programs import programs_in, timings_in
from grader.reports.html_style import scoped
from grader.reports.observed import UNSEEN, sections
from grader.reports.plain import plain
from grader.reports.words import stack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.model.answers import Traced
    from grader.model.report import Report
    from grader.reports.observed import Note
    from grader.reports.observed import Section as Observed
    from grader.reports.setting import Setting

__all__ = ["render"]

_STYLE = scoped(
    """
& .notes { list-style: none; padding: 0; margin: 0; }
& .notes > li { padding: .5rem 0; }
& .notes > li + li { border-top: 1px solid var(--edge); }
& .notes pre { margin: .25rem 0; }
"""
    + html_code.STYLE
)


def render(report: Report, programs: Iterable[tuple[str, Traced | None, str]], setting: Setting) -> str:
    """Returns the whole page; every text from the student or the course is escaped."""
    report = plain(report)
    layout = Layout()
    sections = tuple(_sections(report, tuple(programs), setting, layout))
    return document(
        f"Exercise {report.number} · {report.title}",
        (part for section in sections for part in layout.section(section)),
        above=(f'<p class="soft">{text(setting.path or report.submission.name)}</p>', layout.contents(sections)),
        below=(f"<p>{text(stack(report))}</p>",),
        style=_STYLE,
    )


def _sections(
    report: Report, programs: tuple[tuple[str, Traced | None, str], ...], setting: Setting, layout: Layout
) -> Iterator[Section]:
    """What was seen, kind by kind; where nothing was, why."""
    found = tuple(programs_in(programs, setting, layout)) or (f"<p>{words(no_blueprint(report))}</p>",)
    yield Section(name="program", title="Blueprint (jaxpr)", parts=found)
    seen = sections(report, setting)
    for section in seen:
        name = section.title.lower()
        parts = tuple(_notes(section.notes, setting, layout)) or (f"<p>{text(section.otherwise)}</p>",)
        if section.told:
            parts = (f'<p class="soft">{text(section.told)}</p>', *parts)
        yield Section(name=name, title=section.title, parts=parts)
    timed = tuple(timings_in(report, layout)) or (f"<p>{text(UNSEEN)}</p>",)
    yield Section(name="timings", title="Timings", parts=timed)
    code = tuple(html_code.listing(setting, _marks(seen), layout))
    if code:
        yield Section(name="code", title="Your code", parts=code)


def _notes(notes: tuple[Note, ...], setting: Setting, layout: Layout) -> Iterator[str]:
    """What was seen, each beside the student's line."""
    if not notes:
        return
    yield '<ul class="notes">'
    for note in notes:
        where = f"{reference(setting, note.line, layout)} " if note.line is not None else ""
        code = f"<pre>{text(note.code)}</pre>" if note.code else ""
        yield f"<li>{where}{words(note.words)}{code}</li>"
    yield "</ul>"


def _marks(seen: Iterable[Observed]) -> Iterator[Mark]:
    """The same, at its line."""
    for section in seen:
        for note in section.notes:
            if note.line is not None:
                back = section.title.lower()
                yield Mark(line=note.line, status="noted", title=section.title, message=note.words, back=back)
