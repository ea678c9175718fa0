"""Why a worker is gone, from what the system tells of its end and what it wrote last."""

from __future__ import annotations

import os
import re
import signal
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from grader.model.answers import Ended

if TYPE_CHECKING:
    from grader.model.exercise import Limits
    from grader.sandbox.output import Output
    from grader.sandbox.protocol import Gone
    from grader.sandbox.switchboard import Switchboard

__all__ = ["DUMP", "LAST_WORDS", "last_seen", "text_of", "whereabouts", "why_gone"]

DUMP: Final = re.compile(rb"^(?:Fatal Python error: |(?:Current thread|Thread) 0x)", re.MULTILINE)
"""Where a traceback begins that Python's faulthandler wrote."""

LAST_WORDS: Final = 1.0
"""Seconds from a closed line to the news of an exit, and from a signal to the traceback that it asks for."""

_THREAD: Final = re.compile(r"^((?:Current thread|Thread) 0x[0-9a-f]+.*\(most recent call first\):)$", re.MULTILINE)
_PLACE: Final = re.compile(r'^  File "(.*)", line (\d{1,9}) in ', re.MULTILINE)
_STREAMS: Final = os.path.join("grader", "worker", "output.py")  # noqa: PTH118 - compared with the end of a text
"""Where `print` passes through: a file that prints is still at its own line."""
_NO_MEMORY: Final = re.compile(r"bad_alloc|out of memory|Cannot allocate memory|RESOURCE_EXHAUSTED", re.IGNORECASE)
_MOSTLY: Final = 0.7  # of the limit: a kill from outside at that size was for memory


def why_gone(gone: Gone, limits: Limits, tail: str, name: str) -> Ended:
    """Why a worker's process ended by itself; ``tail`` is what it wrote last, ``name`` what its file goes by."""
    line, _ = last_seen(tail, name)
    if gone.status >= 0:
        return Ended(reason="exit", detail=f"exit status {gone.status}", line=line)
    number = -gone.status
    if number == getattr(signal, "SIGXCPU", None) or (number == _KILL and gone.cpu >= limits.cpu):
        return Ended(reason="time", detail=f"{gone.cpu:.0f} s of CPU time", line=line)
    if (number == _KILL and gone.peak >= _MOSTLY * limits.memory) or _NO_MEMORY.search(tail):
        return Ended(reason="memory", detail=f"{gone.peak >> 20} MiB held at most", line=line)
    try:
        told = signal.Signals(number).name
    except ValueError:
        told = f"signal {number}"
    return Ended(reason="crash", detail=told, line=line)


def text_of(source: bytes, line: int | None) -> str:
    """That line of a file, without the space around it; nothing where it has none such."""
    lines = source.splitlines()
    return lines[line - 1].decode("utf-8", "replace").strip() if line and line <= len(lines) else ""


def whereabouts(pid: int | None, output: Output, switchboard: Switchboard, name: str) -> tuple[int | None, bool]:
    """Asks a process where in the file called ``name`` it is, by the signal that has it write a traceback."""
    if pid is None or not hasattr(signal, "SIGUSR1"):
        return None, False
    record = output.record()
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGUSR1)
    until, length = time.perf_counter() + LAST_WORDS, -1
    while time.perf_counter() < until and (length != len(record) or DUMP.search(record) is None):
        length = len(record)
        switchboard.wait(lambda: False, 0.05)
    return last_seen(record.decode("utf-8", "replace"), name)


_KILL: Final = int(getattr(signal, "SIGKILL", 9))


def last_seen(text: str, name: str) -> tuple[int | None, bool]:
    """The line of the file called ``name`` in the latest traceback that faulthandler wrote into the text.

    Beside it, whether the innermost frame of that thread was the file's own. (None, False) where it is not there.
    """
    names = {name, name.encode("ascii", "backslashreplace").decode()}
    start = text.rfind("Fatal Python error: ")
    threads = _THREAD.split(text[max(start, 0) :])
    blocks = list(zip(threads[1::2], threads[2::2], strict=True))
    blocks.sort(key=lambda block: not block[0].startswith("Current"))  # the one that was asked comes first
    for _, block in blocks:
        places = [(match[1], int(match[2])) for match in _PLACE.finditer(block) if not match[1].endswith(_STREAMS)]
        for depth, (file, line) in enumerate(places):
            if file in names:
                return line, depth == 0
    return None, False
