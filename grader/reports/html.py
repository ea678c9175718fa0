"""Renders a report as one page of HTML that needs nothing else, or as a part of another page that has it all."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from grader.reports import html_checks, html_code
from grader.reports.blueprints import programs_of
from grader.reports.html_layout import Layout, Section
from grader.reports.html_page import SYMBOLS, document, text, words
from grader.reports.html_programs import programs_in, timings_in
from grader.reports.html_style import CLASS, NOTEBOOK, STYLE, scoped
from grader.reports.plain import plain
from grader.reports.words import after_hints, amount, folded, headline, stack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model.report import ChecklistAnswer, Report
    from grader.reports.setting import Setting

__all__ = ["fragment", "render"]

_STYLE = scoped(
    """
& .score { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; margin: 1rem 0 .25rem; }
& .score strong { font-size: 1.6rem; font-variant-numeric: tabular-nums; }
& .score .status { font-weight: 600; }
& .bar { display: block; width: 100%; height: .5rem; border-radius: .25rem; border: 1px solid var(--edge); }
& .bar .earned { fill: var(--good); }
& .bar .open { fill: var(--wait); }
& .answers { list-style: none; padding: 0; margin: 0; }
& .answers li { padding: .5rem 0 .5rem 1.75rem; position: relative; }
& .answers li + li { border-top: 1px solid var(--edge); }
& .answers .symbol { position: absolute; left: .25rem; }
& .answers p { margin: 0; }
&.part { padding: .75rem 1rem; border: 1px solid var(--edge); border-radius: .5rem; font-size: .95rem; }
&.part .h1 { font-size: 1.15rem; margin: 0; }
&.part .h2 { font-size: 1rem; margin: 1rem 0 .5rem; }
&.part .h3 { font-size: .95rem; }
&.part details { margin: .5rem 0; }
"""
    + html_checks.STYLE
    + html_code.STYLE
)
_NAMED = 12  # hexadecimal digits that keep the names of two parts on one page apart


def render(report: Report, setting: Setting) -> str:
    """Returns the whole page; every text from the student or the course is escaped."""
    report = plain(report)
    layout = Layout()
    sections = tuple(_sections(report, setting, layout))
    return document(
        f"Exercise {report.number} · {report.title}",
        (part for section in sections for part in layout.section(section)),
        above=(*_head(report, setting), layout.contents(sections)),
        below=_foot(report),
        style=_STYLE,
    )


def fragment(report: Report, setting: Setting) -> str:
    """Returns the same as one element, for a notebook: its style reaches nothing else, its names are its own."""
    report = plain(report)
    told = hashlib.sha256(repr((report, setting.path)).encode("utf-8", "replace")).hexdigest()
    layout = Layout(top=3, prefix=f"{CLASS}-{told[:_NAMED]}-")
    title = layout.heading(0, text(f"Exercise {report.number} · {report.title}"))
    parts = (
        f'<div class="{CLASS} part">\n<style>{STYLE}{_STYLE}{NOTEBOOK}</style>\n{title}',
        *_head(report, setting),
        *(part for section in _sections(report, setting, layout) for part in layout.section(section)),
        "<details>\n<summary>How it was graded</summary>",
        *_foot(report),
        "</details>\n</div>",
    )
    return "\n".join(parts) + "\n"


def _head(report: Report, setting: Setting) -> Iterator[str]:
    """Which file it is, and how it went."""
    attempted = "" if report.attempted else " (not attempted yet)"
    yield f'<p class="soft">{text(setting.path or report.submission.name)}{attempted}</p>'
    status = f'<span class="status">{SYMBOLS[report.status]} {report.status}</span>'
    score = f"<strong>{amount(report.score)} / {amount(report.max_score)}</strong>"
    yield f'<p class="score {report.status}">{score} {status}</p>'
    if report.max_score:
        earned, open_ = (100 * points / report.max_score for points in (report.score, report.pending_score))
        yield (
            '<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">'
            f'<rect class="earned" width="{earned:.1f}" height="1"/>'
            f'<rect class="open" x="{earned:.1f}" width="{open_:.1f}" height="1"/></svg>'
        )
    yield f"<p>{words(headline(report))}</p>"
    if told := after_hints(report, setting):
        yield f"<p>{text(told)}</p>"


def _sections(report: Report, setting: Setting, layout: Layout) -> Iterator[Section]:
    """What the report has to tell, in order; what it has nothing of is left out."""
    found = (
        Section(name="checks", title="Checks", parts=tuple(html_checks.checks(report, setting, layout)), folded=False),
        Section(
            name="code",
            title="Your code",
            parts=tuple(html_code.listing(setting, html_checks.marks(report, setting), layout)),
        ),
        Section(
            name="program",
            title="Blueprint (jaxpr)",
            parts=tuple(programs_in(programs_of(report), msgspec.structs.replace(setting, full=True), layout)),
        ),
        Section(name="speed", title="Speed", parts=tuple(timings_in(report, layout))),
        Section(name="checklist", title="The JIT checklist", parts=tuple(_checklist(report.checklist))),
    )
    return (section for section in found if section.parts)


def _checklist(answers: tuple[ChecklistAnswer, ...]) -> Iterator[str]:
    """The answers to the lesson's questions."""
    if not answers:
        return
    yield '<ul class="answers">'
    for answer in folded(answers):
        status = {True: "passed", False: "failed", None: "skipped"}[answer.good]
        symbol = f'<span class="symbol" aria-hidden="true">{SYMBOLS[status]}</span>'
        why = f'\n<p class="soft">{words(answer.why)}</p>' if answer.why else ""
        yield f'<li class="{status}">{symbol}<p>{words(answer.answer)}</p>{why}</li>'
    yield "</ul>"


def _foot(report: Report) -> Iterator[str]:
    """With what it was graded."""
    yield f'<p class="soft">{text(stack(report))}</p>'
    if report.environment.isolation_lacks:
        yield f'<p class="soft">What this isolation lacks: {text("; ".join(report.environment.isolation_lacks))}.</p>'
