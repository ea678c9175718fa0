"""Renders a report for a terminal: the first failure in full, the others with what to try, what to type next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from grader.reports.frame import fitted, frame, place
from grader.reports.page import STYLES, Page
from grader.reports.plain import ascii_only, plain
from grader.reports.words import after_hints, amount, folded, headline, next_step, stack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model.report import ChecklistAnswer, CheckResult, Report
    from grader.reports.setting import Setting

__all__ = ["render"]


def render(report: Report, setting: Setting) -> str:
    """Returns the report as text of at most ``setting.width`` columns, with escape codes only for colour."""
    page = Page(setting)
    report = plain(report, symbols=setting.symbols)
    _header(page, report)
    first = next((check for check in report.checks if check.status in {"failed", "broken"}), None)
    if first is not None:
        _in_full(page, first)
    tried = {first.hint} if first is not None else set()
    for check in report.checks:
        if check is not first:
            _in_a_line(page, check, told=check.hint in tried)
            tried.add(check.hint)
    _checklist(page, report.checklist, told=first.message if first is not None else "")
    page.line()
    told = f"{amount(report.score)} of {amount(report.max_score)} points so far."
    told = told if setting.unfinished else headline(report)
    page.paragraph(Text(told, style=f"bold {STYLES[report.status].removeprefix('bold ')}"))
    if told := after_hints(report, setting):
        page.paragraph(Text(told))
    page.paragraph(Text(stack(report), style="dim"))
    if not setting.unfinished:
        page.line()
        page.paragraph(_next(report, setting))
    return page.text


def _header(page: Page, report: Report) -> None:
    """Which exercise, which file, how many points."""
    page.line(
        Text(f"Exercise {report.number} · {report.title}", style="bold"),
        Text(f"{amount(report.score)} / {amount(report.max_score)}", style="bold"),
    )
    file = Text(page.setting.path or report.submission.name, style="dim")
    page.line(file if report.attempted else Text.assemble(file, ("  (not attempted yet)", "yellow")))
    page.line()


def _points(check: CheckResult) -> str:
    """The check's points, or nothing where it has none."""
    if not check.max_score:
        return ""
    return f"{'-' if check.score is None else amount(check.score)} / {amount(check.max_score)}"


def _in_a_line(page: Page, check: CheckResult, *, told: bool) -> None:
    """A check in one line; why it failed too, or cannot be settled here, is told whole, and what to try if not yet."""
    unsettled = check.status in {"pending", "broken", "failed"}
    style = "dim" if check.status == "skipped" else ""
    line = Text.assemble(page.symbol(check.status), (check.title or check.name, style))
    if (check.max_score or check.status == "skipped") and not unsettled:
        line.append(f"  {check.message.split(chr(10), 1)[0]}", style="dim")
    page.line(line, _points(check))
    if check.status == "passed" and check.detail.get("left_out"):
        page.paragraph(Text(check.message, style="dim"), indent=4)
    if unsettled:
        page.paragraph(Text(check.message, style="dim"), indent=4)
        if check.hint and not told:
            page.paragraph(Text.assemble(("Try: ", "cyan"), check.hint), indent=4)


def _in_full(page: Page, check: CheckResult) -> None:
    """A check with all that helps to repair it."""
    page.line(Text.assemble(page.symbol(check.status), (check.title or check.name, "bold")), _points(check))
    page.paragraph(Text(check.message), indent=2)
    _cases(page, check.detail.get("cases"))
    if check.line is not None:
        _frame(page, check.line, check.message)
    if check.hint:
        page.line()
        page.paragraph(Text.assemble(("Try: ", "cyan"), check.hint), indent=2)
    if link := check.detail.get("link"):
        page.uncut(Text.assemble("  ", ("Read: ", "cyan"), (str(link), "underline")))
    page.line()


def _frame(page: Page, line: int, message: str) -> None:
    """The student's line among its neighbours, long ones cut, and where to click to get there."""
    setting = page.setting
    marker, bar = (">", "|") if not setting.symbols else ("▸", "│")
    shown = frame(setting.source, line)
    digits = len(str(shown[-1].number)) if shown else 0
    page.line()
    for one in shown:
        head = f"  {marker if one.marked else ' '} {one.number:>{digits}} {bar} "
        style = "bold" if one.marked else "dim"
        text = one.text if setting.symbols else ascii_only(one.text)
        text = fitted(text, page.width - len(head), message if one.marked else "", "…" if setting.symbols else "...")
        page.line(Text.assemble((head, "red" if one.marked else "dim"), (text, style)))
    page.uncut(Text(f"    {place(setting.source, setting.path, line)}", style="cyan"))


def _cases(page: Page, cases: object) -> None:
    """All cases of a check in one paragraph: those that failed by name, the others by number."""
    if not isinstance(cases, list) or len(cases) <= 1:
        return
    outcomes = [(str(case.get("name", "")), case.get("status")) for case in cases if isinstance(case, dict)]
    right = sum(status == "passed" for _, status in outcomes)
    wrong = ", ".join(f"`{name}`" for name, status in outcomes if status != "passed")
    told = f"Cases: {right} of {len(outcomes)} right" + (f"; not yet: {wrong}" if wrong else "")
    page.paragraph(Text(told, style="dim"), indent=2)


def _checklist(page: Page, answers: Sequence[ChecklistAnswer], *, told: str) -> None:
    """The answers to the lesson's five questions; why, where one is not good and that was not ``told`` already.

    Nothing where all were left open.
    """
    if all(answer.good is None for answer in answers):
        return
    page.line()
    page.line(Text("The JIT checklist", style="bold"))
    for answer in folded(answers):
        status = {True: "passed", False: "failed", None: "skipped"}[answer.good]
        style = "dim" if answer.good is None else ""
        before = Text.assemble("  ", page.symbol(status))
        page.paragraph(Text(answer.answer, style=style), before.cell_len, before)
        if answer.good is False and answer.why not in {"", told}:
            page.paragraph(Text(answer.why, style="dim"), before.cell_len + 2)


def _next(report: Report, setting: Setting) -> Text:
    """What to type now."""
    words, command = next_step(report, setting)
    return Text.assemble(f"{words} ", (command, "bold cyan"))
