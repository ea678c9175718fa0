"""What a worker wrote to stdout and stderr: kept within bounds, with XLA's and jax's own lines taken out."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.sandbox.bodies import Readable

__all__ = ["Output"]

_LONGEST_LINE: Final = 1 << 14
_LONGEST_LIBRARY_LINE: Final = 1 << 10
_LONGEST_RECORD: Final = 1 << 20
_NEAR_THE_END: Final = 1 << 14
_PART: Final = 1 << 16
_PARTS: Final = 64
_LIBRARY_LINE: Final = re.compile(
    rb"[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ [\w./-]+:\d+\] "  # XLA and its libraries
    rb"|(?:DEBUG|INFO|WARNING|ERROR):\d{4}-\d\d-\d\d [\d:,]+:jax\."
    rb"|WARNING: All log messages before absl::InitializeLog\(\)"
)
_NEAR: Final = re.compile(rb"[IWEFD]\d{4} |absl::Init|:jax\.")


class Output:
    """The text of one worker: at most ``most`` bytes of it, its first and its last part; the rest is counted.

    ``compiled`` is called with each line by which XLA tells a compilation, however much else there is.
    """

    def __init__(self, most: int, compiled: Callable[[bytes], None]) -> None:
        self._half = max(most // 2, 1)
        self._compiled = compiled
        self._partial = b""
        self._first = bytearray()
        self._last = bytearray()
        self._record: bytearray | None = None
        self.left_out = 0
        self.total = 0

    def feed(self, data: bytes) -> None:
        """Takes what was read next."""
        self.total += len(data)
        if self._record is not None:
            self._record += data[: _LONGEST_RECORD - len(self._record)]
            return
        data = self._partial + data
        end = data.rfind(b"\n") + 1
        if not end and len(data) > _LONGEST_LINE:
            end = len(data) - _LONGEST_LIBRARY_LINE  # one of XLA's may have come in part
        whole, self._partial = data[:end], data[end:]
        if not whole:
            return
        if _NEAR.search(whole) is None:
            self._keep(whole)
            return
        for line in whole.splitlines(keepends=True):
            match = _LIBRARY_LINE.search(line)
            if match is None:
                self._keep(line)
                continue
            self._keep(line[: match.start()])  # printed without an end of line, just before
            self._compiled(line)

    def take(self, output: Readable) -> bool:
        """Feeds one part of what is there, so that a flood keeps nobody waiting; tells whether more may come."""
        try:
            data = output.recv(_PART)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self.feed(data)
        return bool(data)

    def drain(self, output: Readable) -> None:
        """Feeds what is left of a worker that is gone, as much as a pipe can hold."""
        with suppress(OSError, ValueError):
            for _ in range(_PARTS):
                data = output.recv(_PART)
                if not data:
                    return
                self.feed(data)

    def record(self) -> bytearray:
        """From now on what comes goes here (up to a bound) instead: it is no longer the file's own."""
        self._record = bytearray()
        return self._record

    @property
    def text(self) -> str:
        """The text so far; where some was left out it says how much."""
        self._shed()
        gap = f"\n… {self.left_out} bytes left out …\n".encode() if self.left_out else b""
        return (bytes(self._first) + gap + bytes(self._last) + self._partial).decode("utf-8", "replace")

    @property
    def tail(self) -> str:
        """The last part of it, some thousand bytes."""
        last = bytes(self._first[-_NEAR_THE_END:]) + bytes(self._last[-_NEAR_THE_END:]) + self._partial
        return last.decode("utf-8", "replace")

    def cut(self, mark: re.Pattern[bytes]) -> None:
        """Forgets everything from the first such mark on, if there is one near the end."""
        for part in (self._last, self._first):
            match = mark.search(part, max(len(part) - _NEAR_THE_END, 0))
            if match is not None:
                del part[match.start() :]
                self._partial = b""
                return
            if part:
                return

    def _keep(self, data: bytes) -> None:
        room = self._half - len(self._first)
        if room > 0 and not self._last:
            self._first += data[:room]
            data = data[room:]
        if not data:
            return
        self._last += data
        if len(self._last) > 2 * self._half:  # cut now and then, not at each read
            self._shed()

    def _shed(self) -> None:
        surplus = len(self._last) - self._half
        if surplus > 0:
            del self._last[:surplus]
            self.left_out += surplus
