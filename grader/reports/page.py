"""A page for a terminal, written line by line: wrapped, cut and coloured for the screen at hand."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from grader.reports.plain import ascii_only

if TYPE_CHECKING:
    from grader.reports.setting import Setting

__all__ = ["STYLES", "Page"]

_SYMBOLS = {"passed": "✓", "failed": "✗", "skipped": "\N{EN DASH}", "pending": "…", "broken": "!"}
_PLAIN_SYMBOLS = {"passed": "ok", "failed": "X ", "skipped": "- ", "pending": "..", "broken": "! "}
STYLES = {"passed": "green", "failed": "bold red", "skipped": "dim", "pending": "yellow", "broken": "bold magenta"}
_NARROWEST = 30


class Page:
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
        return Text(f"{symbols[status]} ", style=STYLES[status])

    def line(self, left: Text | str = "", right: Text | str = "") -> None:
        """Writes one line, cut where that is asked and it is too long; ``right`` stands at the right edge, uncut."""
        left, right = (part.copy() if isinstance(part, Text) else Text(part) for part in (left, right))
        room = self.width - (right.cell_len + 2 if right else 0)
        if self.setting.cut:
            left.truncate(room, overflow="ellipsis" if self.setting.symbols else "crop")
        gap = max(room - left.cell_len, 0) + 2 if right else 0
        self.uncut(Text.assemble(left, " " * gap, right))

    def uncut(self, text: Text) -> None:
        """Writes one line as long as it is: something to click, which a line break would spoil."""
        self._console.print(text, soft_wrap=True)

    def paragraph(self, text: Text, indent: int = 0, before: Text | None = None) -> None:
        """Writes text wrapped to the width, each line indented; its own line breaks are kept.

        ``before`` stands in the indentation of the first line.
        """
        for line in text.wrap(self._console, self.width - indent):
            head = Text(" " * indent) if before is None else before
            before = None
            head.pad_right(indent - head.cell_len)
            self.line(Text.assemble(head, line))
