"""Renders a report for a terminal: the first failure in full, a line for each other check, what to type next."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from grader.reports.frame import frame, place
from grader.reports.plain import ascii_only, plain
from grader.reports.words import amount, headline, next_step, stack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model.report import ChecklistAnswer, CheckResult, Report
    from grader.reports.setting import Setting

__all__ = ["render"]

_SYMBOLS = {"passed": "✓", "failed": "✗", "skipped": "\N{EN DASH}", "pending": "…", "broken": "!"}
_PLAIN_SYMBOLS = {"passed": "ok", "failed": "X ", "skipped": "- ", "pending": "..", "broken": "! "}
_STYLES = {"passed": "green", "failed": "bold red", "skipped": "dim", "pending": "yellow", "broken": "bold magenta"}
_NARROWEST = 30


def render(report: Report, setting: Setting) -> str:
    """Returns the report as text of at most ``setting.width`` columns, with escape codes only for colour."""
    page = _Page(setting)
    report = plain(report, symbols=setting.symbols)
    _header(page, report)
    first = next((check for check in report.checks if check.status in {"failed", "broken"}), None)
    if first is not None:
        _in_full(page, first)
    for check in report.checks:
        if check is not first:
            _in_a_line(page, check)
    _checklist(page, report.checklist)
    page.line()
    page.paragraph(Text(headline(report), style=f"bold {_STYLES[report.status].removeprefix('bold ')}"))
    page.paragraph(Text(stack(report), style="dim"))
    page.line()
    page.paragraph(_next(report, setting))
    return page.text


class _Page:
    """A page being written, line by line, into text."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.width = max(setting.width, _NARROWEST)
        self._file = io.StringIO()
        self._console = Console(
            file=self._file,
            width=self.width,
            force_terminal=setting.colour,
            color_system="standard" if setting.colour else None,
            no_color=not setting.colour,
            legacy_windows=False,
            markup=False,
            emoji=False,
            highlight=False,
        )

    @property
    def text(self) -> str:
        """What has been written."""
        text = "".join(f"{line.rstrip()}\n" for line in self._file.getvalue().splitlines())
        return text if self.setting.symbols else ascii_only(text)

    def symbol(self, status: str) -> Text:
        """The mark of a status."""
        symbols = _SYMBOLS if self.setting.symbols else _PLAIN_SYMBOLS
        return Text(f"{symbols[status]} ", style=_STYLES[status])

    def line(self, left: Text | str = "", right: Text | str = "") -> None:
        """Writes one line, cut where it is too long; ``right`` stands at the right edge and is never cut."""
        left, right = (part.copy() if isinstance(part, Text) else Text(part) for part in (left, right))
        room = self.width - (right.cell_len + 2 if right else 0)
        left.truncate(room, overflow="ellipsis" if self.setting.symbols else "crop")
        gap = self.width - left.cell_len - right.cell_len if right else 0
        self.uncut(Text.assemble(left, " " * gap, right))

    def uncut(self, text: Text) -> None:
        """Writes one line as long as it is: something to click, which a line break would spoil."""
        self._console.print(text, soft_wrap=True)

    def paragraph(self, text: Text, indent: int = 0) -> None:
        """Writes text wrapped to the width, each line indented; its own line breaks are kept."""
        for line in text.wrap(self._console, self.width - indent):
            self.line(Text.assemble(" " * indent, line))


def _header(page: _Page, report: Report) -> None:
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


def _in_a_line(page: _Page, check: CheckResult) -> None:
    """A check in one line, and a sentence where its outcome does not speak for itself."""
    style = "dim" if check.status == "skipped" else ""
    page.line(Text.assemble(page.symbol(check.status), (check.title or check.name, style)), _points(check))
    if check.status in {"pending", "broken"} and check.message:
        page.paragraph(Text(check.message, style="dim"), indent=4)


def _in_full(page: _Page, check: CheckResult) -> None:
    """A check with all that helps to repair it."""
    page.line(Text.assemble(page.symbol(check.status), (check.title or check.name, "bold")), _points(check))
    page.paragraph(Text(check.message), indent=2)
    _cases(page, check.detail.get("cases"))
    if check.line is not None:
        _frame(page, check.line)
    if check.hint:
        page.line()
        page.paragraph(Text.assemble(("Try: ", "cyan"), check.hint), indent=2)
    if link := check.detail.get("link"):
        page.uncut(Text.assemble("  ", ("Read: ", "cyan"), (str(link), "underline")))
    page.line()


def _frame(page: _Page, line: int) -> None:
    """The student's line among its neighbours, and where to click to get there."""
    setting = page.setting
    marker, bar = (">", "|") if not setting.symbols else ("▸", "│")
    shown = frame(setting.source, line)
    digits = len(str(shown[-1].number)) if shown else 0
    page.line()
    for one in shown:
        head = f"  {marker if one.marked else ' '} {one.number:>{digits}} {bar} "
        style = "bold" if one.marked else "dim"
        text = one.text if setting.symbols else ascii_only(one.text)
        page.line(Text.assemble((head, "red" if one.marked else "dim"), (text, style)))
    page.uncut(Text(f"    {place(setting.source, setting.path, line)}", style="cyan"))


def _cases(page: _Page, cases: object) -> None:
    """All cases of a check in one paragraph: those that failed by name, the others by number."""
    if not isinstance(cases, list) or len(cases) <= 1:
        return
    outcomes = [(str(case.get("name", "")), case.get("status")) for case in cases if isinstance(case, dict)]
    right = sum(status == "passed" for _, status in outcomes)
    wrong = ", ".join(name for name, status in outcomes if status != "passed")
    told = f"Cases: {right} of {len(outcomes)} right" + (f"; not yet: {wrong}" if wrong else "")
    page.paragraph(Text(told, style="dim"), indent=2)


def _checklist(page: _Page, answers: Sequence[ChecklistAnswer]) -> None:
    """The lesson's five questions, one line each, with the reason where an answer is not a good one."""
    if not answers:
        return
    page.line()
    page.line(Text("The JIT checklist", style="bold"))
    widest = max(cell_len(answer.answer) for answer in answers)
    for answer in answers:
        status = {True: "passed", False: "failed", None: "skipped"}[answer.good]
        page.line(
            Text.assemble("  ", page.symbol(status), (answer.item, "dim" if answer.good is None else "")),
            answer.answer.ljust(widest),
        )
        if answer.good is False and answer.why:
            page.paragraph(Text(answer.why, style="dim"), indent=6)


def _next(report: Report, setting: Setting) -> Text:
    """What to type now."""
    words, command = next_step(report, setting)
    return Text.assemble(f"{words} ", (command, "bold cyan"))
