"""What Python itself reports of files written, variables set, processes, sockets, threads and native code."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grader.worker.purity.attribution import IMPORTING, responsible_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Audit", "Event"]

_MOST = 100
_NATIVE = ("jax", "jaxlib", "numpy")  # they use ctypes for their own ends
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC

# The beginning of an audit event's name, and the kind of finding it makes.
_KINDS = {
    "os.putenv": "environment",
    "os.unsetenv": "environment",
    "os.chdir": "environment",
    "os.remove": "writes-file",
    "os.rename": "writes-file",
    "os.mkdir": "writes-file",
    "os.rmdir": "writes-file",
    "os.truncate": "writes-file",
    "os.link": "writes-file",
    "os.symlink": "writes-file",
    "os.chmod": "writes-file",
    "shutil.": "writes-file",
    "tempfile.": "writes-file",
    "sqlite3.connect": "writes-file",
    "os.system": "process",
    "os.exec": "process",
    "os.fork": "process",
    "os.posix_spawn": "process",
    "os.spawn": "process",
    "os.kill": "process",
    "subprocess.": "process",
    "pty.spawn": "process",
    "socket.__new__": "network",
    "socket.connect": "network",
    "socket.bind": "network",
    "socket.sendto": "network",
    "socket.getaddrinfo": "network",
    "urllib.Request": "network",
    "http.client": "network",
    "signal.pthread_kill": "signal-handler",
    "sys.addaudithook": "tracing-hook",
    "sys.settrace": "tracing-hook",
    "sys.setprofile": "tracing-hook",
    "ctypes.": "native-code",
}


@dataclass(frozen=True)
class Event:
    """Something the student's line had the system do; ``name`` is what Python calls it."""

    kind: str
    name: str
    line: int
    subject: str


class Audit:
    """Python's audit events, noted while somebody listens.

    A hook can never be removed, so one is installed for each worker and sleeps between examinations.
    """

    def __init__(self, file: str) -> None:
        self._file = file
        self._noted: list[Event] | None = None
        sys.addaudithook(self._hook())

    @contextmanager
    def listening(self) -> Iterator[list[Event]]:
        """Notes events until the end of the block."""
        noted: list[Event] = []
        self._noted = noted
        start = threading.Thread.start

        def noting_start(thread: threading.Thread) -> None:
            line = responsible_line(sys._getframe(1), self._file, barred=IMPORTING)  # noqa: SLF001 - the frame is the point
            if line is not None and len(noted) < _MOST:
                noted.append(Event("thread", "Thread.start", line, thread.name))
            start(thread)

        threading.Thread.start = noting_start  # type: ignore[method-assign, assignment]  # Python 3.11 has no audit event for it
        try:
            yield noted
        finally:
            threading.Thread.start = start  # type: ignore[method-assign]
            self._noted = None

    def _hook(self) -> Callable[[str, tuple[Any, ...]], None]:
        def hook(event: str, given: tuple[Any, ...]) -> None:
            if self._noted is None or len(self._noted) >= _MOST:
                return
            kind = _kind(event, given)
            if kind is None:
                return
            barred = (*IMPORTING, *_NATIVE) if kind == "native-code" else IMPORTING
            line = responsible_line(sys._getframe(1), self._file, barred=barred)  # noqa: SLF001 - the frame is the point
            if line is not None:
                self._noted.append(Event(kind, event, line, _subject(event, given)))

        return hook


def _kind(event: str, given: tuple[Any, ...]) -> str | None:
    if event == "open":
        flags = given[-1]
        return "writes-file" if isinstance(flags, int) and flags & _WRITING else None
    for beginning, kind in _KINDS.items():
        if event.startswith(beginning):
            return kind
    return None


def _subject(event: str, given: tuple[Any, ...]) -> str:
    """What was touched: the base name of a file, the variable, or else the event's own name."""
    first = given[0] if given else ""
    if isinstance(first, bytes):
        first = os.fsdecode(first)
    if isinstance(first, str) and (event == "open" or event.startswith(("os.", "shutil."))):
        return os.path.basename(first) or first if event != "os.system" else first[:60]  # noqa: PTH119 - any text
    return event
