"""Colours Python: comments, strings and keywords. What is no Python stays as it is, and nothing is ever evaluated."""

from __future__ import annotations

import keyword
import tokenize
import warnings
from typing import TYPE_CHECKING

from grader.reports.html_page import text
from grader.reports.plain import spelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["STYLE", "coloured"]

STYLE = """
& .listing .k { font-weight: 600; }
& .listing .s { color: var(--yours); }
& .listing .c { color: var(--soft); }
"""
_KINDS = {"COMMENT": "c", "STRING": "s", "FSTRING_START": "s", "FSTRING_MIDDLE": "s", "FSTRING_END": "s"}


def coloured(lines: Sequence[str]) -> list[str]:
    """Returns each line as HTML that shows all its characters, those that cannot be shown spelled out."""
    spans: dict[int, list[tuple[int, int, str]]] = {}
    for token in _tokens(lines):
        kind = _KINDS.get(tokenize.tok_name[token.type]) or ("k" if keyword.iskeyword(token.string) else "")
        if kind:
            (first, start), (last, end) = token.start, token.end
            for row in range(first, last + 1):
                edges = (start if row == first else 0, end if row == last else len(lines[row - 1]))
                spans.setdefault(row, []).append((*edges, kind))
    return [_line(line, spans.get(row, ())) for row, line in enumerate(lines, 1)]


def _tokens(lines: Sequence[str]) -> Iterator[tokenize.TokenInfo]:
    """The tokens up to where it is no Python."""
    ended = iter([f"{line}\n" for line in lines])
    with warnings.catch_warnings(action="ignore"):
        try:
            yield from tokenize.generate_tokens(lambda: next(ended, ""))
        except (SyntaxError, ValueError, tokenize.TokenError):
            return


def _line(line: str, spans: Sequence[tuple[int, int, str]]) -> str:
    """One line with its spans, which neither overlap nor stand out of order."""
    done, at = [], 0
    for start, end, kind in spans:
        if at <= start < end <= len(line):
            done += [_shown(line[at:start]), f'<span class="{kind}">{_shown(line[start:end])}</span>']
            at = end
    return "".join([*done, _shown(line[at:])])


def _shown(piece: str) -> str:
    return text(spelled(piece))
