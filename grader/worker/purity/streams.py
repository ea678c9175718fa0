"""What the student's lines print, warn and log while somebody looks: by line, and kept from the real streams."""

from __future__ import annotations

import io
import logging
import os
import sys
import warnings
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from grader.worker.purity.attribution import LIBRARIES_THAT_SPEAK, responsible_line
from grader.worker.purity.replacing import replaced

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

__all__ = ["Heard", "listening"]

_OUTPUT: Final = (1, 2)


@dataclass
class Heard:
    """What was heard: per line of the student's, how many times it wrote or warned, and the latest record it logged."""

    printed: dict[int, int] = field(default_factory=dict)
    logged: dict[int, str] = field(default_factory=dict)


class _Tee(io.TextIOBase):
    """A stream that notes whose line writes, and lets nothing through."""

    def __init__(self, heard: Heard, file: str) -> None:
        self._heard = heard
        self._file = file
        self.buffer = _Bytes(self)

    def writable(self) -> bool:
        """Says that one can write to it."""
        return True

    def write(self, text: str) -> int:
        """Notes the line that writes. What a compiled program prints through jax.debug is not the function's."""
        line = responsible_line(sys._getframe(1), self._file, barred=LIBRARIES_THAT_SPEAK, callbacks=False)  # noqa: SLF001 - the frame is the point
        if line is not None and text:
            self._heard.printed[line] = self._heard.printed.get(line, 0) + 1
        return len(text)


class _Bytes(io.RawIOBase):
    """What a stream calls its buffer: who writes bytes to it prints as well."""

    def __init__(self, tee: _Tee) -> None:
        self._tee = tee

    def writable(self) -> bool:
        """Says that one can write to it."""
        return True

    def write(self, data: Any) -> int:  # noqa: ANN401 - whatever has bytes
        """Notes the line that writes."""
        self._tee.write("bytes" if len(data) else "")
        return len(data)


class _Records(logging.Handler):
    """A handler that keeps the records made on the student's lines."""

    def __init__(self, heard: Heard, file: str) -> None:
        super().__init__(0)
        self._heard = heard
        self._file = file

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps one record."""
        if record.pathname == self._file:
            self._heard.logged[record.lineno] = str(record.msg)[:80]


@contextmanager
def _listening_to_warnings(module: ModuleType, heard: Heard, file: str) -> Iterator[None]:
    """Notes each warning that a line of the file gives; those of libraries are not the function's."""
    warned = warnings.warn

    def warn(*given: Any, **named: Any) -> None:  # noqa: ANN401 - as the real one
        frame = sys._getframe(1)  # noqa: SLF001 - the frame is the point
        if frame.f_code.co_filename == file:
            heard.printed[frame.f_lineno] = heard.printed.get(frame.f_lineno, 0) + 1
        else:
            warned(*given, **named)

    vars(warnings)["warn"] = warn
    try:
        with replaced(module, {id(warned): warn}):
            yield
    finally:
        if warnings.warn is warn:
            vars(warnings)["warn"] = warned


@contextmanager
def listening(module: ModuleType, *, file: str) -> Iterator[Heard]:
    """Listens to stdout, stderr and the loggers; the loggers' levels and handlers are put back at the end."""
    heard = Heard()
    names = ("stdout", "stderr", "__stdout__", "__stderr__")
    real = {name: getattr(sys, name) for name in names}
    tees = {name: _Tee(heard, file) for name in names}
    written, tee = os.write, tees["stdout"]

    def write(fd: int, data: bytes, /) -> int:
        """Notes what a line of the file writes to its output past ``sys``."""
        return tee.write("bytes" if len(data) else "") if fd in _OUTPUT else written(fd, data)

    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    quiet = [logging.getLogger(name) for name in ("jax", "jaxlib", "absl")]
    quiet = [logger for logger in quiet if logger.level == logging.NOTSET]
    try:
        for logger in quiet:  # they inherit the root's level, and would format every debugging record for us
            logger.setLevel(logging.WARNING)
        root.handlers = [_Records(heard, file)]
        root.setLevel(1)
        for name, tee in tees.items():
            setattr(sys, name, tee)
        vars(os)["write"] = write
        lent = {id(real[name]): tees[name] for name in names if real[name] is not None}
        with _listening_to_warnings(module, heard, file), replaced(module, {**lent, id(written): write}):
            yield heard
    finally:
        if os.write is write:
            vars(os)["write"] = written
        for name, stream in real.items():
            if getattr(sys, name) is tees[name]:
                setattr(sys, name, stream)
        root.handlers = handlers
        root.setLevel(level)
        for logger in quiet:
            logger.setLevel(logging.NOTSET)
