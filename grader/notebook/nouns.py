"""What passes between a kernel and the process that grades for it, each a line of JSON."""

from __future__ import annotations

import msgspec

__all__ = ["Answer", "CellRequest", "Earlier", "FileRequest", "Refusal", "Request"]


class Earlier(msgspec.Struct, frozen=True, kw_only=True):
    """A cell that was run before, as it stood then: its number in ``In [1]:``, and its text."""

    number: int
    text: str


class CellRequest(msgspec.Struct, frozen=True, kw_only=True, tag="cell"):
    """Asks for a cell to be graded: the ``words`` behind ``%%grade``, and what stands below them.

    ``number`` is the cell's own, 0 where it has none; ``folder`` is where the kernel is.
    """

    folder: str
    words: str
    text: str
    number: int = 0
    earlier: tuple[Earlier, ...] = ()


class FileRequest(msgspec.Struct, frozen=True, kw_only=True, tag="file"):
    """Asks for the points of a notebook's file: of one ``check``, or in all.

    ``notebook`` is the file where one is named; ``hints`` are what the front end tells of it, the best first.
    """

    folder: str
    exercise: str
    check: str = ""
    notebook: str = ""
    hints: tuple[str, ...] = ()


class Answer(msgspec.Struct, frozen=True, kw_only=True, tag="answer"):
    """What was graded: the points, from 0 to all, and the report as text and as a part of a page.

    ``unsettled`` says so where the points are not all that there is to tell: some are to come, or we failed.
    """

    points: float
    text: str
    html: str
    unsettled: str = ""


class Refusal(msgspec.Struct, frozen=True, kw_only=True, tag="refusal"):
    """Nothing was graded, and why."""

    message: str


Request = CellRequest | FileRequest
