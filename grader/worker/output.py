"""Standard output and error that remember whether the student's code wrote to them."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import jax

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

__all__ = ["Printing", "Tee"]

_JAX = os.path.dirname(jax.__file__) + os.sep  # noqa: PTH120 - compared with the names of code, which are text
_getframe = sys._getframe  # noqa: SLF001 - the stack of a write tells whose it is


class Printing:
    """Whether a line of the file wrote, since it was last asked."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._seen = False

    def taken(self) -> bool:
        """Whether the file wrote since the last time; forgets it."""
        seen, self._seen = self._seen, False
        return seen

    def note(self) -> None:
        """Remembers a write if a line of the file is behind it, with none of jax's own between the two.

        So `print`, `warnings` and `logging` in the file count, and `jax.debug.print` does not: that is pure.
        """
        frame = None if self._seen else _getframe(2)
        while frame is not None:
            name = frame.f_code.co_filename
            if name == self._file:
                self._seen = True
                return
            if name.startswith(_JAX):
                return
            frame = frame.f_back


class Tee:
    """A text stream that passes everything on and tells ``printing`` of each write."""

    def __init__(self, stream: TextIO, printing: Printing) -> None:
        self._stream = stream
        self._printing = printing

    def write(self, text: str) -> int:
        """Passes the text on."""
        self._printing.note()
        return self._stream.write(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Passes the lines on."""
        self._printing.note()
        self._stream.writelines(lines)

    def __getattr__(self, name: str) -> object:
        """Everything else is the stream's."""
        return getattr(self._stream, name)
