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
    from types import FrameType

__all__ = ["Audit", "Event"]

_MOST = 100
_NATIVE = ("jax", "jaxlib", "numpy")  # they use ctypes for their own ends
_FRAMES = ("tb_frame", "gi_frame", "cr_frame", "ag_frame")
_TELLING = ("inspect", "logging", "traceback")  # modules that give the frames of whoever calls them
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
    "sys.monitoring.": "tracing-hook",
    "sys._getframe": "stack",
    "sys._current_frames": "stack",
    "object.__getattr__": "stack",
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
        self._asking: set[int] = set()  # threads in which the hook runs: what it does itself is an event, too
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
            thread = threading.get_ident()
            if kind is None or thread in self._asking:
                return
            self._asking.add(thread)
            try:
                self._note(kind, event, given, sys._getframe(1))  # noqa: SLF001 - the frame is the point
            finally:
                self._asking.discard(thread)

        return hook

    def _note(self, kind: str, event: str, given: tuple[Any, ...], frame: FrameType) -> None:
        """Notes an event if a line of the file is behind it."""
        if self._noted is None or (kind == "stack" and not _looks_itself(frame, event, self._file)):
            return
        barred = (*IMPORTING, *_NATIVE) if kind == "native-code" else IMPORTING
        line = responsible_line(frame, self._file, barred=barred)
        if line is not None:
            self._noted.append(Event(kind, event, line, _subject(event, given)))


def _kind(event: str, given: tuple[Any, ...]) -> str | None:
    if event == "open":
        flags = given[-1]
        return "writes-file" if isinstance(flags, int) and flags & _WRITING else None
    if event == "object.__getattr__":
        return "stack" if given[-1] in _FRAMES else None
    for beginning, kind in _KINDS.items():
        if event.startswith(beginning):
            return kind
    return None


def _looks_itself(frame: FrameType, event: str, file: str) -> bool:
    """Whether code of the file asks for a frame, or has the standard library give it one.

    Libraries look at the stack for reasons of their own, and to make a named tuple or a log record is not to look.
    """
    above = frame.f_back
    if event == "sys._getframe" and above is not None and frame.f_globals.get("__name__") in _TELLING:
        frame = above
    name = frame.f_code.co_filename
    return name == file or (name.startswith("<") and not name.startswith("<frozen"))


def _subject(event: str, given: tuple[Any, ...]) -> str:
    """What was touched: the base name of a file, the variable, the attribute, or else the event's own name."""
    if event == "object.__getattr__":
        return str(given[-1])
    first = given[0] if given else ""
    if isinstance(first, bytes):
        first = os.fsdecode(first)
    if isinstance(first, str) and (event == "open" or event.startswith(("os.", "shutil."))):
        return os.path.basename(first) or first if event != "os.system" else first[:60]  # noqa: PTH119 - any text
    return event
