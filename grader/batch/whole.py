"""Writes a file of marks whole or not at all, for its owner alone to read."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import TextIO

__all__ = ["OutputError", "whole"]


class OutputError(Exception):
    """A file cannot be written: says which and why."""


@contextmanager
def whole(path: Path, *, encoding: str = "utf-8") -> Iterator[TextIO]:
    """Opens a file beside ``path`` that takes its place once all has been written. Raises OutputError.

    Whatever goes wrong on the way leaves what was there; characters that cannot be encoded become ``?``. One process
    at a time writes a path; what one that was killed left beside it, the next takes away.
    """
    path = path.resolve()
    part = path.with_name(f".{path.name}.part")
    try:
        part.unlink(missing_ok=True)
        try:
            fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(fd, "w", encoding=encoding, errors="replace", newline="\n") as file:
                yield file
                file.flush()
                os.fsync(fd)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from None
