"""Writes what is told of one check in the four ways that platforms show text: plain, Markdown, ANSI and HTML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from grader.reports.html_page import SYMBOLS
from grader.reports.html_page import text as escaped
from grader.reports.html_page import words as sentence
from grader.reports.words import amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.lms.items import Item

__all__ = ["ansi", "headed", "html", "markdown", "marked", "points", "text"]

_CODE: Final = re.compile(r"(`[^`\n]+`)")
_MARKS: Final = re.compile(r"([\\`*_\[\]~$|])")
_BEGINS: Final = re.compile(r"(?m)^(\d*)([#+=.)-])")
_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"


def points(item: Item) -> str:
    """Returns what an item earned, in words; "" where it has no points."""
    if not item.most:
        return ""
    if item.score is None:
        return f"{amount(item.most)} points to come"
    return f"{amount(item.score)} of {amount(item.most)} points"


def headed(item: Item) -> str:
    """Returns an item in one line: how it ended, its name, its points."""
    return f"{SYMBOLS[item.status]} {item.name}: {points(item) or item.status}"


def text(item: Item) -> str:
    """Returns what is told of an item as plain text."""
    return "\n\n".join(_paragraphs(item, "", ""))


def ansi(item: Item) -> str:
    """Returns what is told of an item for a terminal that knows bold."""
    return "\n\n".join(_paragraphs(item, _BOLD, _PLAIN))


def markdown(item: Item) -> str:
    """Returns what is told of an item as Markdown; what means something there is only shown, save code."""
    parts = [marked(item.message)]
    if item.place:
        parts.append(marked(item.place))
    if item.frame:
        code = "\n".join(_frame(item))
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", code)), default=0))
        parts.append(f"{fence}\n{code}\n{fence}")
    if item.hint:
        parts.append(f"**Try:** {marked(item.hint)}")
    if item.link:
        parts.append(f"**Read:** <{item.link}>")
    return "\n\n".join(part for part in parts if part)


def marked(said: str) -> str:
    """Returns a text as Markdown that shows it; what stands between backticks is code.

    No line begins with a blank, of which enough would make it code.
    """
    said = re.sub(r"(?m)^[ \t]+", "", said)
    shown = "".join(part if at % 2 else _plain(part) for at, part in enumerate(_CODE.split(said)))
    return _BEGINS.sub(r"\1\\\2", shown)


def html(item: Item) -> str:
    """Returns what is told of an item as HTML that is XML, too; all of its text escaped."""
    parts = [f"<p>{sentence(item.message)}</p>"] if item.message else []
    if item.place:
        parts.append(f"<p>{escaped(item.place)}</p>")
    if item.frame:
        parts.append(f"<pre>{escaped(chr(10).join(_frame(item)))}</pre>")
    if item.hint:
        parts.append(f"<p><strong>Try:</strong> {sentence(item.hint)}</p>")
    if item.link:
        parts.append(f'<p><strong>Read:</strong> <a href="{escaped(item.link)}">{escaped(item.link)}</a></p>')
    return "".join(parts)


def _paragraphs(item: Item, bold: str, plain: str) -> Iterator[str]:
    """The paragraphs of an item, their labels between two codes."""
    if item.message:
        yield item.message
    if item.place:
        yield "\n".join((f"{bold}{item.place}{plain}", *_frame(item)))
    if item.hint:
        yield f"{bold}Try:{plain} {item.hint}"
    if item.link:
        yield f"{bold}Read:{plain} {item.link}"


def _frame(item: Item) -> Iterator[str]:
    """The lines of code that an item points at, with their numbers."""
    width = max((len(str(line.number)) for line in item.frame), default=0)
    for line in item.frame:
        yield f"{'>' if line.marked else ' '} {line.number:>{width}} | {line.text}"


def _plain(said: str) -> str:
    """A text without code as Markdown that shows it, save what means something only where a line begins."""
    return _MARKS.sub(r"\\\1", said.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
