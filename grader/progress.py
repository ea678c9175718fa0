"""Shows on standard error that something is going on, once it has taken more than a second."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType
    from typing import TextIO

__all__ = ["Progress"]

_PATIENCE = 1.0  # seconds before anything is shown
_FRAME = 0.1  # seconds between two movements
_WHEEL = "|/-\\"


class Progress:
    """While entered, tells a terminal what is being done; told by calling it: ``progress("tracing")``.

    A terminal that takes no escape codes (``moving`` False) gets one line for each stage, anything else nothing, or,
    ``logged``, such lines, too.
    """

    def __init__(self, stream: TextIO, *, moving: bool, width: int, logged: bool = False) -> None:
        self._stream = stream
        self._moving = moving
        self._width = width
        self._logged = logged and not stream.isatty()
        self._stage = "starting"
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def __call__(self, stage: str) -> None:
        """Notes what is being done now."""
        self._stage = stage
        if self._logged:
            self._write(f"... {stage}\n")

    def __enter__(self) -> Self:
        """Starts to watch."""
        if self._stream.isatty():
            self._thread = threading.Thread(target=self._watch, name="progress", daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stops, and leaves the line clean."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    def _watch(self) -> None:
        """Waits a second, then shows the stage until all is over."""
        start = time.monotonic()
        if self._over.wait(_PATIENCE):
            return
        shown = ""
        turn = 0
        while True:
            if self._moving:
                seconds = int(time.monotonic() - start)
                line = f"{_WHEEL[turn % len(_WHEEL)]} {self._stage} … {seconds} s"
                self._write(f"\r{line[: self._width - 1]}\x1b[K")
            elif self._stage != shown:
                shown = self._stage
                self._write(f"... {shown}\n")
            turn += 1
            if self._over.wait(_FRAME):
                break
        if self._moving:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        """Writes at once; a terminal that has gone away is no reason to fail."""
        encoding = self._stream.encoding or "ascii"
        try:
            self._stream.write(text.encode(encoding, "replace").decode(encoding))
            self._stream.flush()
        except OSError:
            self._moving = False
