"""Renders what ``grade explain`` shows in a terminal: the program, each compilation, impurities, timings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from grader.reports.blueprints import blueprints, left_out, no_blueprint
from grader.reports.observed import UNSEEN, sections
from grader.reports.page import Page
from grader.reports.plain import plain
from grader.reports.timings import SIDES, count, read, seconds, told
from grader.reports.words import stack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.model.answers import Traced
    from grader.model.report import Report
    from grader.reports.setting import Setting
    from grader.reports.timings import Timings

__all__ = ["render"]


def render(report: Report, programs: Iterable[tuple[str, Traced | None, str]], setting: Setting) -> str:
    """Returns the explanation as text; ``programs`` are the name of a case, its trace, or why there is none."""
    page = Page(setting)
    report = plain(report, symbols=setting.symbols)
    page.line(Text(f"Exercise {report.number} · {report.title}", style="bold"))
    page.line(Text(setting.path or report.submission.name, style="dim"))
    _blueprints(page, programs, no_blueprint(report))
    for section in sections(report, setting):
        lines = [f"{note.place}  {note.words}" if note.place else note.words for note in section.notes]
        _section(page, section.title, lines or [section.otherwise], section.told)
    _section(page, "Timings", [line for one in read(report) for line in _timings(one)] or [UNSEEN])
    page.line()
    page.paragraph(Text(stack(report), style="dim"))
    return page.text


def _blueprints(page: Page, programs: Iterable[tuple[str, Traced | None, str]], otherwise: str) -> None:
    """Each program once, with the names of the cases that share it; ``otherwise`` says why there is none."""
    found = blueprints(programs, page.setting)
    _section(page, "Blueprint (jaxpr)", () if found else (otherwise,))
    for one in found:
        page.paragraph(Text(one.heading, style="bold"), indent=2)
        for line in one.lines:
            depth = min(len(line) - len(line.lstrip()), page.width // 2)
            page.paragraph(Text(line.lstrip()), indent=4 + depth)
        if one.more:
            page.paragraph(Text(left_out(one), style="dim"), indent=4)


def _timings(one: Timings) -> Iterator[str]:
    """The facts in sentences, then the sizes in columns."""
    yield from told(one)
    if one.sizes:
        rows = [("elements", *SIDES.values())]
        rows += [(count(size.elements), seconds(size.submission), seconds(size.baseline)) for size in one.sizes]
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            yield "  ".join(cell.rjust(most) for cell, most in zip(row, wide, strict=True))


def _section(page: Page, title: str, lines: Iterable[str], told: str = "") -> None:
    """A title, what its lines are, and these."""
    page.line()
    page.line(Text(title, style="bold"))
    if told:
        page.paragraph(Text(told, style="dim"), indent=2)
    for line in lines:
        page.paragraph(Text(line), indent=2)
