"""The process that grades for a kernel, as the kernel sees it: started when needed, and kept for the next cell."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Final

import msgspec

from grader.notebook.nouns import Answer, Refusal, Request

__all__ = ["PROGRAM", "Companion", "companion", "here"]

PROGRAM: Final = ("-P", "-m", "grader.notebook.process")
"""What Python is told, so that it is that process."""
_TRIES: Final = 2
_GRACE: Final = 5.0
_MOST_SAID: Final = 1 << 16
_NO_TEXT: Final = (
    "The name of this folder, or a cell that was run, cannot be written as UTF-8; "
    "rename the folder, or restart the kernel."
)

_answers: Final[msgspec.json.Decoder[Answer | Refusal]] = msgspec.json.Decoder(Answer | Refusal)


class Companion:
    """One process for all cells of a kernel. What the kernel's own code does to itself does not reach it.

    It has a session of its own, so that interrupting the kernel is not for it, and nothing that it says is shown by the
    kernel, which takes all that is written to its own streams for output of the cell.
    """

    def __init__(self, program: tuple[str, ...] = PROGRAM) -> None:
        self._program = program
        self._running: subprocess.Popen[bytes] | None = None
        self._log: IO[bytes] | None = None
        self._last_words = ""
        self._owner = 0
        self._asking = threading.Lock()  # a kernel may have threads that run cells
        atexit.register(self.close)

    def start(self) -> None:
        """Has the process get ready meanwhile, where there is none yet."""
        self._started()

    def ask(self, request: Request) -> Answer | Refusal:
        """Returns what comes of a request. Interrupted, it ends the process, and with it all that is being done."""
        try:
            line = msgspec.json.encode(request) + b"\n"
        except UnicodeEncodeError:
            return Refusal(message=_NO_TEXT)
        with self._asking:
            for _ in range(_TRIES):
                try:
                    answer = _answered(self._started(), line)
                except OSError as error:
                    return _failure(f"the process that grades cannot be started ({error.strerror})")
                except BaseException:
                    self.close()
                    raise
                if answer is not None:
                    return answer
                self.close()  # it died, or had left because nothing was asked for long
        return _failure(f"the process that grades ended before it had graded{self._last_words}")

    def close(self) -> None:
        """Ends the process, with all that it started."""
        running, log, self._running = self._running, self._log, None
        if running is None or log is None or self._owner != os.getpid():
            return
        assert running.stdin is not None
        assert running.stdout is not None
        with suppress(OSError):
            running.stdin.close()  # so it leaves in good order
        try:
            running.wait(_GRACE)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
        with suppress(OSError):  # the kernel's code may have closed what it does not know
            running.stdout.close()
            self._last_words = _last_line(log)

    def _started(self) -> subprocess.Popen[bytes]:
        """The process; a new one also in a copy of the kernel that forked itself, whose process is not its own."""
        if self._running is None or self._owner != os.getpid():
            self._owner = os.getpid()
            self._log = tempfile.TemporaryFile()  # noqa: SIM115 - it lasts as long as the process that writes to it
            self._running = subprocess.Popen(  # noqa: S603 - the words are ours
                [sys.executable, *self._program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                cwd=os.sep,
                start_new_session=True,
            )
        return self._running


def here() -> str:
    """The folder that the kernel is in; nothing where it is gone."""
    try:
        return str(Path.cwd())
    except OSError:
        return ""


@cache
def companion() -> Companion:
    """The one of this kernel."""
    return Companion()


def _failure(what: str) -> Refusal:
    return Refusal(message=f"jitgrade itself failed: {what}. This is not your fault, and nothing was graded.")


def _last_line(log: IO[bytes]) -> str:
    """The last line that a process wrote, for whoever looks after the machine; closes what it wrote to."""
    with log:
        log.seek(max(0, log.seek(0, os.SEEK_END) - _MOST_SAID))
        lines = log.read().decode("utf-8", "replace").strip().splitlines()
    return f" ({lines[-1]})" if lines else ""


def _answered(running: subprocess.Popen[bytes], line: bytes) -> Answer | Refusal | None:
    """What the process answers; None where it is gone, or says something else."""
    assert running.stdin is not None
    assert running.stdout is not None
    try:
        running.stdin.write(line)
        running.stdin.flush()
        return _answers.decode(running.stdout.readline())
    except (OSError, ValueError, msgspec.MsgspecError):
        return None
