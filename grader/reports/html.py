"""Renders a report as one page of HTML that needs nothing else: no script, no font, no image."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from grader.reports.frame import frame, place
from grader.reports.plain import plain
from grader.reports.words import amount, headline, stack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.model.report import CheckResult, Report
    from grader.reports.setting import Setting

__all__ = ["document", "render"]

_STYLE = """
:root { color-scheme: light dark; --text: #1b1f24; --back: #fff; --soft: #59636e; --box: #f2f4f6; --good: #1a7f37;
  --bad: #b3261e; --wait: #8a5a00; --ours: #7d36a8; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ed; --back: #14171b; --soft: #9aa4af; --box: #1f242a;
  --good: #57c06e; --bad: #ff8f87; --wait: #e0b050; --ours: #cf9bef; } }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); max-width: 46rem;
  margin: 2rem auto; padding: 0 1rem; }
section { border-left: .25rem solid var(--soft); padding: .1rem 1rem; margin: 1rem 0; background: var(--box); }
h2 { font-size: 1rem; margin: .5rem 0; display: flex; justify-content: space-between; gap: 1rem; }
.passed { border-color: var(--good); } .failed { border-color: var(--bad); } .pending { border-color: var(--wait); }
.broken { border-color: var(--ours); } .soft, footer { color: var(--soft); }
p { white-space: pre-wrap; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: .5rem; background: var(--back); } mark { background: none; color: var(--bad); }
"""


def render(report: Report, setting: Setting) -> str:
    """Returns the whole page; every text from the student or the course is escaped."""
    report = plain(report)
    return document(f"Exercise {report.number} · {report.title}", _body(report, setting))


def document(title: str, body: Iterable[str], *, style: str = "") -> str:
    """Returns a whole page from the parts of its body, which are HTML already; ``title`` is plain text."""
    title = escape(title)
    head = (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{_STYLE}{style}</style>\n</head>\n<body>\n<h1>{title}</h1>",
    )
    return "\n".join((*head, *body, "</body>\n</html>")) + "\n"


def _body(report: Report, setting: Setting) -> Iterator[str]:
    """The page, part by part."""
    file = escape(setting.path or report.submission.name)
    yield f'<p class="soft">{file}{"" if report.attempted else " (not attempted yet)"}</p>'
    yield f"<p><strong>{escape(headline(report))}</strong></p>"
    for check in report.checks:
        yield from _check(check, setting)
    if report.checklist:
        yield "<h2>The JIT checklist</h2>\n<ul>"
        for answer in report.checklist:
            why = f' <span class="soft">{escape(answer.why)}</span>' if answer.why else ""
            yield f"<li>{escape(answer.item)} <strong>{answer.answer}</strong>{why}</li>"
        yield "</ul>"
    lacks = "; ".join(report.environment.isolation_lacks)
    yield f"<footer>\n<p>{escape(stack(report))}</p>"
    if lacks:
        yield f"<p>What this isolation lacks: {escape(lacks)}.</p>"
    yield "</footer>"


def _check(check: CheckResult, setting: Setting) -> Iterator[str]:
    """One check."""
    points = ""
    if check.max_score:
        points = f"{'–' if check.score is None else amount(check.score)} / {amount(check.max_score)}"
    title = escape(check.title or check.name)
    yield f'<section class="{check.status}">\n<h2><span>{title}: {check.status}</span><span>{points}</span></h2>'
    if check.message:
        yield f"<p>{escape(check.message)}</p>"
    if check.line is not None:
        yield from _frame(check.line, setting)
    if check.hint:
        yield f"<p><strong>Try:</strong> {escape(check.hint)}</p>"
    link = str(check.detail.get("link") or "")
    if link.startswith("https://"):
        yield f'<p><a href="{escape(link)}">{escape(link)}</a></p>'
    yield "</section>"


def _frame(line: int, setting: Setting) -> Iterator[str]:
    """The student's line among its neighbours."""
    shown = [(f"{one.number:>4}  {escape(one.text)}", one.marked) for one in frame(setting.source, line)]
    if shown:
        yield "<pre>" + "\n".join(f"<mark>{text}</mark>" if marked else text for text, marked in shown) + "</pre>"
    yield f'<p class="soft">{escape(place(setting.source, setting.path, line))}</p>'
