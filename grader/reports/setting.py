"""What a renderer may know besides the report: the student's file, and what the reader's screen can show."""

from __future__ import annotations

import msgspec

from grader.model.exercise import Source

__all__ = ["Setting"]


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """Where a report will be read.

    ``source`` is the graded file and ``path`` how a reader reaches it from here; ``width`` is in columns, and ``cut``
    tells whether a line that cannot be wrapped is cut to it; ``symbols`` False means that only ASCII can be shown;
    ``following`` is the number of the next exercise, None after the last; ``started`` is False where the starter
    itself was graded, for want of a file; ``partial`` is True where only some checks were asked for; ``options`` is
    what the next command needs, too (``" --course DIR"``); ``key`` is what reports for machines are signed with.
    ``unfinished`` is True where the rest is being judged, ``full`` where programs are shown to their end. ``paid`` is
    how many points the hints shown here have cost, ``price`` what the next one costs; ``solution`` tells whether the
    course shows one after a pass.
    """

    source: Source | None = None
    path: str = ""
    width: int = 80
    cut: bool = True
    colour: bool = False
    symbols: bool = True
    following: int | None = None
    started: bool = True
    partial: bool = False
    unfinished: bool = False
    full: bool = False
    options: str = ""
    key: bytes = b""
    paid: float = 0.0
    price: float = 0.0
    solution: bool = False
