"""The student's file as HTML: every line with its number, and below a line what was found there."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from grader.reports.frame import frame, lines, place
from grader.reports.html_page import SYMBOLS, text, words
from grader.reports.html_syntax import STYLE as SYNTAX
from grader.reports.html_syntax import coloured

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.model.exercise import Source
    from grader.reports.html_layout import Layout
    from grader.reports.setting import Setting

__all__ = ["STYLE", "Mark", "excerpt", "listing", "reference"]

_LONGEST = 5000  # lines: what is longer was not written by hand, and a browser would be slow with it
_INNER = ", line "

STYLE = (
    """
& .listing { list-style: none; margin: .5rem 0 1rem; padding: .5rem 0; background: var(--box);
  border: 1px solid var(--edge); border-radius: .5rem; font-size: .85rem; line-height: 1.55; }
& .listing > li { display: flow-root; position: relative; min-height: 1.55em; overflow: clip;
  padding: 0 .75rem 0 var(--gutter, 3.5rem); }
& .listing > li > code { display: block; white-space: pre-wrap !important; font-size: 1em; background: none; padding: 0;
  border-radius: 0; tab-size: 4; }
& .listing .number { position: absolute; left: 0; width: calc(var(--gutter, 3.5rem) - .75rem); text-align: right;
  color: var(--soft); user-select: none; -webkit-user-select: none; font-variant-numeric: tabular-nums; }
& .listing > li.marked { background: var(--tint); box-shadow: inset 3px 0 var(--mood); }
& .listing > li:target { outline: 2px solid var(--link); outline-offset: -2px; }
& .listing > li.marked .number { color: var(--mood); font-weight: 600; }
& .note { margin: .25rem 0 .5rem; padding: .35rem .6rem; background: var(--back); border: 1px solid var(--edge);
  border-left: 3px solid var(--mood); border-radius: .25rem; font-size: .875rem; }
& .note p { margin: 0; }
& .note p + p { margin-top: .25rem; }
& .noted { --mood: var(--soft); --tint: transparent; }
& .excerpt { background: var(--back); }
@media (max-width: 30rem) { & .listing { --gutter: 2.5rem; } & .listing > li { padding-right: .4rem; } }
@media print { & .listing > li { break-inside: avoid; } }
"""
    + SYNTAX
)


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """What was found at a line: how bad it is (a status, or ``noted``), by which check, in which words.

    ``back`` names where the page tells more of it.
    """

    line: int
    status: str
    title: str
    message: str
    back: str


def listing(setting: Setting, marks: Iterable[Mark], layout: Layout) -> Iterator[str]:
    """Yields the whole file, cell by cell where it is a notebook; nothing where the file is not at hand."""
    source = setting.source
    if source is None:
        return
    all_ = lines(source)
    shown = coloured(all_[:_LONGEST])
    found: dict[int, list[Mark]] = {}
    for mark in marks:
        found.setdefault(mark.line, []).append(mark)
    for cell, numbers in groupby(range(1, len(shown) + 1), lambda number: _cell(source, number)):
        named = f' aria-label="{text(cell)}"' if cell else ""
        if cell:
            yield layout.heading(2, text(cell[:1].upper() + cell[1:]))
        yield f'<ol class="listing"{named}>'
        for number in numbers:
            yield _line(number, _within(source, number), shown[number - 1], found.get(number, ()), layout)
        yield "</ol>"
    if len(all_) > _LONGEST:
        yield f'<p class="soft">{len(all_) - _LONGEST} more lines are not shown.</p>'


def excerpt(setting: Setting, line: int, status: str, layout: Layout) -> Iterator[str]:
    """Yields a line among its neighbours, and where it is, as a link to it; only that where it does not exist."""
    shown = frame(setting.source, line)
    if setting.source is not None and shown:
        last = shown[-1].number
        # Colours depend on all that stands before; nobody waits for those of a file that was not written by hand.
        before = lines(setting.source)[:last] if last <= _LONGEST else []
        codes = coloured(before)[shown[0].number - 1 :] or [text(one.text) for one in shown]
        yield '<ol class="listing excerpt">'
        for one, code in zip(shown, codes, strict=True):
            kind = f' class="marked {status}"' if one.marked else ""
            yield _row(_within(setting.source, one.number), code, kind)
        yield "</ol>"
    yield f"<p>{reference(setting, line, layout)}</p>"


def reference(setting: Setting, line: int, layout: Layout) -> str:
    """Returns where a line is, as a link to it where the listing has it."""
    where = text(place(setting.source, setting.path, line))
    listed = setting.source is not None and 1 <= line <= min(len(lines(setting.source)), _LONGEST)
    return f'<a href="#{layout.name(f"line-{line}")}">{where}</a>' if listed else where


def _line(number: int, shown: str, code: str, marks: Iterable[Mark], layout: Layout) -> str:
    """One line, its code as HTML, and the notes below it."""
    marks = tuple(marks)
    kind = f' class="marked {marks[0].status}"' if marks else ""
    notes = "".join(_note(mark, layout) for mark in marks)
    return _row(shown, code, f' id="{layout.name(f"line-{number}")}"{kind}', notes)


def _row(shown: str, code: str, given: str, notes: str = "") -> str:
    return f'<li{given}><span class="number">{shown}</span><code>{code}</code>{notes}</li>'


def _note(mark: Mark, layout: Layout) -> str:
    symbol = f"{SYMBOLS[mark.status]} " if mark.status in SYMBOLS else ""
    link = f'<a href="#{layout.name(mark.back)}">{symbol}{text(mark.title)}</a>'
    return f'<div class="note {mark.status}"><p>{link}</p><p>{words(mark.message)}</p></div>'


def _cell(source: Source, number: int) -> str:
    """The notebook's cell that a line is in; "" in a file."""
    return source.lines.get(number, "").partition(_INNER)[0]


def _within(source: Source, number: int) -> str:
    """The line's number where it stands: in its cell, or in the file."""
    return text(source.lines.get(number, "").partition(_INNER)[2] or number)
