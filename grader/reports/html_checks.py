"""The checks of a report as HTML: how each ended and why, at which line, what to try."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader.reports.html_code import Mark, excerpt
from grader.reports.html_page import SYMBOLS, text, words
from grader.reports.observed import sections
from grader.reports.words import amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model.report import CheckResult, Report
    from grader.reports.html_layout import Layout
    from grader.reports.setting import Setting

__all__ = ["STYLE", "checks", "marks"]

STYLE = """
& .check { border: 1px solid var(--edge); border-left: 4px solid var(--mood); border-radius: .5rem; margin: .75rem 0;
  padding: .6rem 1rem; }
& .check.failed, & .check.broken { background: var(--tint); }
& .check:target { outline: 2px solid var(--link); outline-offset: 2px; }
& .check .h3 { display: flex; flex-wrap: wrap; gap: 0 .5rem; align-items: baseline; margin: 0; }
& .symbol { color: var(--mood); font-weight: 700; }
& .status { color: var(--mood); font-weight: 400; }
& .points { margin-left: auto; font-weight: 400; white-space: nowrap; font-variant-numeric: tabular-nums; }
& .check p:last-child { margin-bottom: 0; }
& .check td, & .check th { text-align: left; padding-left: 0; vertical-align: top; }
& .check td:last-child { overflow-wrap: anywhere; }
@media print { & .check { break-inside: avoid; } }
"""


def checks(report: Report, setting: Setting, layout: Layout) -> Iterator[str]:
    """Yields each check, in order."""
    for at, check in enumerate(report.checks, 1):
        yield from _check(at, check, setting, layout)


def marks(report: Report, setting: Setting) -> Iterator[Mark]:
    """Yields what was found at lines of the file: what checks say, then what else was seen of it, each once."""
    said = set()
    for at, check in enumerate(report.checks, 1):
        if check.line is not None and check.message:
            said.add((check.line, check.detail.get("kind")))
            yield Mark(
                line=check.line,
                status=check.status,
                title=_title(check),
                message=check.message,
                back=f"check-{at}",
            )
    for kind, section in zip(("recompiles", "purity"), sections(report, setting), strict=True):
        back = _first(report, kind)
        for note in section.notes:
            if note.line is not None and back and (note.line, kind) not in said:
                yield Mark(line=note.line, status="noted", title=section.title, message=note.words, back=back)


def _first(report: Report, kind: str) -> str:
    """The name of the first check of a kind; "" where there is none."""
    return next((f"check-{at}" for at, one in enumerate(report.checks, 1) if one.detail.get("kind") == kind), "")


def _title(check: CheckResult) -> str:
    return check.title or check.name


def _check(at: int, check: CheckResult, setting: Setting, layout: Layout) -> Iterator[str]:
    """One check with all that is known of it."""
    head = f"check-{at}-title"
    symbol = f'<span class="symbol" aria-hidden="true">{SYMBOLS[check.status]}</span>'
    status = f'<span class="status">{check.status}</span>'
    heading = layout.heading(2, f"{symbol} <span>{text(_title(check))}</span> {status}{_points(check)}", head)
    named = f'id="{layout.name(f"check-{at}")}" aria-labelledby="{layout.name(head)}"'
    yield f'<article class="check {check.status}" {named}>\n{heading}'
    if check.message:
        yield f"<p>{words(check.message)}</p>"
    yield from _cases(check.detail.get("cases"))
    if check.line is not None:
        yield from excerpt(setting, check.line, check.status, layout)
    if check.hint:
        yield f"<p><strong>Try:</strong> {words(check.hint)}</p>"
    link = str(check.detail.get("link") or "")
    if link.startswith("https://"):
        yield f'<p><strong>Read:</strong> <a href="{text(link)}" rel="noopener noreferrer">{text(link)}</a></p>'
    yield "</article>"


def _points(check: CheckResult) -> str:
    """The check's points, or nothing where it has none."""
    if not check.max_score:
        return ""
    earned = "\N{EN DASH}" if check.score is None else amount(check.score)
    return f' <span class="points">{earned} / {amount(check.max_score)}</span>'


def _cases(cases: object) -> Iterator[str]:
    """All cases of a check, folded, where there are several."""
    rows = [case for case in cases if isinstance(case, dict)] if isinstance(cases, list) else []
    if len(rows) <= 1:
        return
    right = sum(case.get("status") == "passed" for case in rows)
    yield f"<details>\n<summary>Cases: {right} of {len(rows)} right</summary>\n<table>"
    yield '<tr><th scope="col">case</th><th scope="col">result</th><th scope="col">why</th></tr>'
    yield from map(_case, rows)
    yield "</table>\n</details>"


def _case(case: dict[str, Any]) -> str:
    """One case as a row."""
    status = str(case.get("status"))
    hidden = ' <span class="soft">(hidden)</span>' if case.get("hidden") else ""
    told = f"{SYMBOLS[status]} {status}" if status in SYMBOLS else "?"
    result = f'<td class="{status if status in SYMBOLS else "skipped"}"><span class="status">{told}</span></td>'
    why = f"<td>{words(str(case.get('message') or ''))}</td>"
    return f"<tr><td>{text(case.get('name', ''))}{hidden}</td>{result}{why}</tr>"
