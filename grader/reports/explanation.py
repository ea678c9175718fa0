"""Renders what ``grade explain`` shows: the program a function becomes, each compilation, impurities, timings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from grader.reports.frame import place
from grader.reports.page import Page
from grader.reports.plain import ascii_only, clean, plain
from grader.reports.words import stack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.model.answers import Traced
    from grader.model.report import Report
    from grader.reports.setting import Setting

__all__ = ["render"]

_SETTLED = ("passed", "failed")
_LONGEST = 60  # lines of a jaxpr: what is longer teaches by its length alone


def render(report: Report, programs: Iterable[tuple[str, Traced | None, str]], setting: Setting) -> str:
    """Returns the explanation as text; ``programs`` are the name of a case, its trace, or why there is none."""
    page = Page(setting)
    report = plain(report, symbols=setting.symbols)
    page.line(Text(f"Exercise {report.number} · {report.title}", style="bold"))
    page.line(Text(setting.path or report.submission.name, style="dim"))
    _blueprints(page, tuple(programs))
    _section(page, "Compilations", _compilations(report, setting), "None was counted.")
    judged = any(check.detail.get("kind") == "purity" and check.status in _SETTLED for check in report.checks)
    unseen = "This exercise does not look at it, or it did not come to that."
    _section(page, "Purity", _findings(report, setting), "Nothing impure was seen." if judged else unseen)
    _section(page, "Timings", _timings(report), unseen)
    page.line()
    page.paragraph(Text(stack(report), style="dim"))
    return page.text


def _blueprints(page: Page, programs: tuple[tuple[str, Traced | None, str], ...]) -> None:
    """Each program once, with the names of the cases that share it."""
    _title(page, "Blueprint (jaxpr)")
    names: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    for case, traced, message in programs:
        if traced is None:
            text = message or "It could not be traced."
        elif traced.whole:
            text = traced.jaxpr
        else:
            text = "A Python function around jitted ones: it has no program of its own."
        names.setdefault(text, []).append(case)
        many = traced.equations if traced is not None and traced.whole else None
        texts[text] = "" if many is None else f"{many} equation{'' if many == 1 else 's'}"
    if not names:
        page.paragraph(Text("There is none: the file does not load, or nothing is called."), indent=2)
    for text, cases in names.items():
        told = f" ({texts[text]})" if texts[text] else ""
        page.paragraph(Text(f"{', '.join(cases)}{told}", style="bold"), indent=2)
        lines = clean(text if page.setting.symbols else ascii_only(text)).splitlines()
        for line in lines[:_LONGEST]:
            page.paragraph(Text(line), indent=4)
        if len(lines) > _LONGEST:
            page.paragraph(Text(f"... and {len(lines) - _LONGEST} more lines", style="dim"), indent=4)


def _compilations(report: Report, setting: Setting) -> Iterator[str]:
    """Each compilation with its line and cause."""
    for row in _rows(report, "compilations"):
        program = str(row.get("program") or "a program")
        yield f"{_where(row, setting)}{program}: {row.get('cause') or 'first of its kind'}"


def _findings(report: Report, setting: Setting) -> Iterator[str]:
    """Each finding of the purity detectors, faults first."""
    for row in sorted(_rows(report, "findings"), key=lambda row: not row.get("fault", True)):
        words = f"{row.get('kind')}: {row.get('detail') or row.get('subject')}"
        yield f"{_where(row, setting)}{words}{'' if row.get('fault', True) else ' (no fault)'}"


def _timings(report: Report) -> Iterator[str]:
    """Each measured ratio with its range."""
    for check in report.checks:
        ratio, low, high = (check.detail.get(key) for key in ("ratio", "low", "high"))
        if isinstance(ratio, int | float):
            between = f" (between {low:.3g} and {high:.3g})" if low is not None and high is not None else ""
            yield f"{check.title}: {ratio:.3g} times as fast{between}, asked: {check.detail.get('threshold')}"


def _rows(report: Report, key: str) -> Iterator[dict[str, Any]]:
    """The rows that checks keep under a word of their detail."""
    for check in report.checks:
        for row in check.detail.get(key) or ():
            if isinstance(row, dict):
                yield row


def _where(row: dict[str, Any], setting: Setting) -> str:
    """The student's line, ready to click."""
    line = row.get("line")
    return f"{place(setting.source, setting.path, line)}  " if isinstance(line, int) else ""


def _section(page: Page, title: str, lines: Iterable[str], otherwise: str) -> None:
    """A title and its lines, or what to say where there are none."""
    _title(page, title)
    for line in tuple(lines) or (otherwise,):
        page.paragraph(Text(line), indent=2)


def _title(page: Page, title: str) -> None:
    """A line that begins a section."""
    page.line()
    page.line(Text(title, style="bold"))
