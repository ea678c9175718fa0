"""Why a worker is gone, from what the system tells of its end and what it wrote last."""

from __future__ import annotations

import os
import re
import signal
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from grader.model.answers import Ended

if TYPE_CHECKING:
    from grader.model.exercise import Limits
    from grader.sandbox.output import Output
    from grader.sandbox.protocol import Gone
    from grader.sandbox.switchboard import Switchboard

__all__ = ["DUMP", "LAST_WORDS", "Seen", "last_seen", "text_of", "whereabouts", "why_gone"]

DUMP: Final = re.compile(rb"^(?:Fatal Python error: |(?:Current thread|Thread) 0x)", re.MULTILINE)
"""Where a traceback begins that Python's faulthandler wrote."""

LAST_WORDS: Final = 1.0
"""Seconds from a closed line to the news of an exit, and from a signal to the traceback that it asks for."""

_THREAD: Final = re.compile(r"^((?:Current thread|Thread) 0x[0-9a-f]+.*\(most recent call first\):)$", re.MULTILINE)
_PLACE: Final = re.compile(r'^  File "(.*)", line (\d{1,9}) in (.*)$', re.MULTILINE)
_STREAMS: Final = os.path.join("grader", "worker", "output.py")  # noqa: PTH118 - compared with the end of a text
"""Where `print` passes through: a file that prints is still at its own line."""
_NO_MEMORY: Final = re.compile(r"bad_alloc|out of memory|Cannot allocate memory|RESOURCE_EXHAUSTED", re.IGNORECASE)
_MOSTLY: Final = 0.7  # of the limit: a kill from outside at that size was for memory


class Seen(NamedTuple):
    """Where in the student's file a process was.

    ``line`` is that of the innermost frame, ``statement`` the line at the file's top level that led there; None where
    that is not known. ``looping``: the innermost frame of all was the file's own.
    """

    line: int | None = None
    looping: bool = False
    statement: int | None = None


def why_gone(gone: Gone, limits: Limits, tail: str, name: str) -> Ended:
    """Why a worker's process ended by itself; ``tail`` is what it wrote last, ``name`` what its file goes by."""
    seen = last_seen(tail, name)
    line, statement = seen.line, seen.statement
    if gone.status >= 0:
        return Ended(reason="exit", detail=f"exit status {gone.status}", line=line)
    number = -gone.status
    if number == getattr(signal, "SIGXCPU", None) or (number == _KILL and gone.cpu >= limits.cpu):
        return Ended(reason="time", detail=f"{gone.cpu:.0f} s of CPU time", line=line, statement=statement)
    if (number == _KILL and gone.peak >= _MOSTLY * limits.memory) or _NO_MEMORY.search(tail):
        detail = f"{gone.peak >> 20} MiB held at most"
        return Ended(reason="memory", detail=detail, line=line, statement=statement)
    try:
        told = signal.Signals(number).name
    except ValueError:
        told = f"signal {number}"
    return Ended(reason="crash", detail=told, line=line, statement=statement)


def text_of(source: bytes, line: int | None) -> str:
    """That line of a file, without the space around it; nothing where it has none such."""
    lines = source.splitlines()
    return lines[line - 1].decode("utf-8", "replace").strip() if line and line <= len(lines) else ""


def whereabouts(pid: int | None, output: Output, switchboard: Switchboard, name: str) -> Seen:
    """Asks a process where in the file called ``name`` it is, by the signal that has it write a traceback."""
    if pid is None or not hasattr(signal, "SIGUSR1"):
        return Seen()
    record = output.record()
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGUSR1)
    until, length = time.perf_counter() + LAST_WORDS, -1
    while time.perf_counter() < until and (length != len(record) or DUMP.search(record) is None):
        length = len(record)
        switchboard.wait(lambda: False, 0.05)
    return last_seen(record.decode("utf-8", "replace"), name)


_KILL: Final = int(getattr(signal, "SIGKILL", 9))


def last_seen(text: str, name: str) -> Seen:
    """Where the file called ``name`` is in the latest traceback that faulthandler wrote into the text."""
    names = {name, name.encode("ascii", "backslashreplace").decode()}
    start = text.rfind("Fatal Python error: ")
    threads = _THREAD.split(text[max(start, 0) :])
    blocks = list(zip(threads[1::2], threads[2::2], strict=True))
    blocks.sort(key=lambda block: not block[0].startswith("Current"))  # the one that was asked comes first
    for _, block in blocks:
        places = [match.groups() for match in _PLACE.finditer(block) if not match[1].endswith(_STREAMS)]
        own = [(depth, int(line), function) for depth, (file, line, function) in enumerate(places) if file in names]
        if own:
            depth, line, _ = own[0]
            statement = next((line for _, line, function in reversed(own) if function == "<module>"), None)
            return Seen(line=line, looping=depth == 0, statement=statement)
    return Seen()
