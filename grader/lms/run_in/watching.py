"""Has another process grade, watches the clock and the memory meanwhile, and in the end leaves nothing of it alive."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Final, Literal

import msgspec

from grader.lms.run_in.nouns import OUT_OF_MEMORY, Due, Fault, Finished, Planned, Refused, SoFar, Told
from grader.sandbox.clearing import adopt_orphans, children, clear
from grader.sandbox.control_group import times_out_of_memory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from grader.lms.run_in.nouns import Order

__all__ = ["PROGRAM", "End", "Watched", "watched"]

PROGRAM: Final = ("-P", "-m", "grader.lms.run_in.process")
"""What Python is told, so that it is the process that grades."""
_TICK: Final = 0.1
_PART: Final = 1 << 16
_GRACE: Final = 2.0
"""Seconds for a process that has closed its line to end by itself."""

_lines: Final = msgspec.json.Decoder(Told)

End = Literal["finished", "time", "memory", "stopped", "fault"]
"""How grading ended: by itself, by the deadline, for want of memory, by the platform, or by our failure."""


class Watched(msgspec.Struct, kw_only=True):
    """All that was told until grading ended, and how it did; ``planned`` None: nothing was told.

    ``due`` are the exercises as they stood last. ``refused`` and ``fault`` are sentences, where there are any;
    ``worth`` are the points of which nothing could be graded.
    """

    planned: Planned | None = None
    due: list[Due] = []
    refused: str = ""
    worth: float = 0.0
    fault: str = ""
    end: End = "fault"


def watched(
    order: Order,
    *,
    until: float,
    folder: Path,
    log: IO[bytes] | None,
    stopped: Callable[[], bool],
    program: tuple[str, ...] = PROGRAM,
) -> Watched:
    """Has an order carried out until a moment of the monotonic clock, or until it is ``stopped``.

    Temporary files go into ``folder``, what is to be said to instructors into ``log`` (None: nowhere). When this
    returns, nothing that was started lives.
    """
    adopt_orphans()
    spared = children()
    kills = times_out_of_memory()

    def lacking() -> bool:
        return times_out_of_memory() > kills

    found = Watched()
    process = subprocess.Popen(  # noqa: S603 - the words are ours
        [sys.executable, *program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL if log is None else log,
        env={**os.environ, "TMPDIR": str(folder)},
        cwd=os.sep,
        start_new_session=True,
    )
    try:
        end = _followed(process, order, found, until, stopped, lacking)
    finally:
        status = _ended(process, spared)
    if end is None:
        # In a container nobody but the system kills a process, and that for memory.
        end = "memory" if lacking() or status in {OUT_OF_MEMORY, -signal.SIGKILL} else "fault"
    if end == "fault" and not found.fault:
        found.fault = f"the process that grades ended with status {status}"
    found.end = end
    return found


def _followed(
    process: subprocess.Popen[bytes],
    order: Order,
    found: Watched,
    until: float,
    stopped: Callable[[], bool],
    lacking: Callable[[], bool],
) -> End | None:
    """Takes down what is told until there is a reason to end it, which is returned; None: the process is gone."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError):  # it is gone already
        process.stdin.write(msgspec.json.encode(order) + b"\n")
        process.stdin.flush()
    fd, partial = process.stdout.fileno(), b""
    while True:
        data = os.read(fd, _PART) if select.select([fd], [], [], _TICK)[0] else None
        if lacking():  # what was found since then may be due to that
            return "memory"
        if data == b"":
            with suppress(subprocess.TimeoutExpired):  # how it ended tells why
                process.wait(_GRACE)
            return None
        *whole, partial = (partial + (data or b"")).split(b"\n")
        for line in whole:
            if (end := _taken(_lines.decode(line), found)) is not None:
                return end
        if stopped():
            return "stopped"
        if time.monotonic() >= until:
            return "time"


def _taken(told: Told, found: Watched) -> End | None:
    """Takes down one line; returns how grading ended where it is the last of them."""
    match told:
        case Planned():
            found.planned, found.due = told, list(told.exercises)
        case SoFar():
            graded = msgspec.structs.replace(found.due[told.at].graded, report=told.report)
            found.due[told.at] = Due(graded=graded, left=told.left)
        case Refused():
            found.refused, found.worth = told.message, told.worth
            return "finished"
        case Fault():
            found.fault = told.message
            return "fault"
        case Finished():
            return "finished"
    return None


def _ended(process: subprocess.Popen[bytes], spared: set[int]) -> int:
    """Kills all below this process but the spared; returns the exit status of the one that graded."""
    statuses: dict[int, int] = {}
    clear(spared, lambda pid, status, _cpu, _peak: statuses.update({pid: status}))
    if process.returncode is None:
        process.returncode = statuses.get(process.pid, 0)
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    return process.returncode
