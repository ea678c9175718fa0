"""Lays out what a course's author wrote, in markdown, for a screen: paragraphs flow, code stays as it is."""

from __future__ import annotations

import re
import textwrap

__all__ = ["flowing"]

_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
_AS_IT_IS = re.compile(r"\s*(?:#|\||>|$)|    ")
_FENCE = re.compile(r"\s*(?:```|~~~)")


def flowing(text: str, width: int) -> str:
    """Returns the text with paragraphs and list items wrapped to ``width`` columns; code and tables stay."""
    done: list[str] = []
    paragraph: list[str] = []
    fenced = False

    def flush() -> None:
        if paragraph:
            item = _ITEM.match(paragraph[0])
            indent = " " * (item.end() if item else len(paragraph[0]) - len(paragraph[0].lstrip()))
            words = " ".join([paragraph[0].rstrip(), *(line.strip() for line in paragraph[1:])])
            done.extend(textwrap.wrap(words, max(width, 20), subsequent_indent=indent, break_on_hyphens=False))
            paragraph.clear()

    for line in text.strip("\n").split("\n"):
        fence = _FENCE.match(line) is not None
        if fenced or fence or (_AS_IT_IS.match(line) and not (paragraph and line.strip())):
            flush()
            done.append(line.rstrip())
        else:
            if _ITEM.match(line):
                flush()
            paragraph.append(line)
        fenced ^= fence
    flush()
    return "\n".join(done)
