"""The processes behind workers, as the grader sees them: started, ended, killed with all they started."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

from grader.sandbox.folders import remove
from grader.sandbox.protocol import Gone

if TYPE_CHECKING:
    import socket
    import subprocess

    from grader.sandbox.shared import Shared

__all__ = ["Body", "FreshBody", "PipeEnd", "Readable", "halt", "kill_marked", "resume"]

_LONGEST: Final = 5.0


class Readable(Protocol):
    """One end of a pipe or socket that never blocks."""

    def fileno(self) -> int:
        """The descriptor."""

    def recv(self, size: int, /) -> bytes:
        """What is there now, nothing at its end. Raises BlockingIOError where there is nothing yet."""

    def close(self) -> None:
        """Closes it."""


class PipeEnd:
    """The reading end of a pipe, used like a socket."""

    def __init__(self, fd: int) -> None:
        os.set_blocking(fd, False)
        self._fd = fd

    def fileno(self) -> int:
        """The descriptor."""
        return self._fd

    def recv(self, size: int, /) -> bytes:
        """What is there now."""
        return os.read(self._fd, size)

    def close(self) -> None:
        """Closes it."""
        os.close(self._fd)


class Body(Protocol):
    """One worker's process: its line, its output, the memory shared with it (None: there is none), its end.

    ``pid`` is None until it runs; ``born`` is when its clock began (``time.perf_counter``).
    """

    line: socket.socket
    output: Readable
    shared: Shared | None
    pid: int | None
    born: float
    gone: Gone | None

    def look(self) -> None:
        """Looks whether the process ended, where nobody tells."""

    def kill(self) -> None:
        """Kills it and all it started, until nothing is left; its folder, too."""

    def close(self) -> None:
        """Gives back what the grader holds of it."""

    def discard(self) -> None:
        """Kills it and gives back what the grader holds, where nobody used it."""


class FreshBody:
    """A worker in a process started for it alone."""

    shared: Shared | None = None

    def __init__(self, process: subprocess.Popen[bytes], line: socket.socket, output: Readable, mark: str) -> None:
        self.line = line
        self.output = output
        self.pid: int | None = process.pid
        self.born = time.perf_counter()
        self.gone: Gone | None = None
        self._process = process
        self._mark = mark  # its scratch folder, which is in the environment of all it started

    def look(self) -> None:
        """Looks whether the process ended."""
        if self.gone is None and (status := self._process.poll()) is not None:
            self.gone = Gone(worker=0, status=status)

    def kill(self) -> None:
        """Kills the process with its group, then whatever else carries its mark."""
        if self._process.poll() is None:
            if hasattr(os, "killpg"):
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
            self._process.wait()
        kill_marked(self._mark)
        remove(self._mark)

    def close(self) -> None:
        """Closes our ends."""
        self.line.close()
        self.output.close()

    def discard(self) -> None:
        """Kills it and closes its ends."""
        self.kill()
        self.close()


def halt(pid: int | None) -> None:
    """Stops a worker with its process group until ``resume``; where the system cannot (Windows), it goes on."""
    _signal(pid, "SIGSTOP")


def resume(pid: int | None) -> None:
    """Lets a stopped worker go on."""
    _signal(pid, "SIGCONT")


def _signal(pid: int | None, name: str) -> None:
    """Signals a process; its whole group where it leads one, which confined workers have no use for."""
    number = getattr(signal, name, None)
    if pid is None or number is None:
        return
    with suppress(ProcessLookupError, PermissionError):
        if os.getpgid(pid) == pid:
            os.killpg(pid, number)
        else:
            os.kill(pid, number)


def kill_marked(mark: str) -> None:
    """Kills all processes that were started with this text as a variable of their environment, until none is left.

    That finds what left its parent, its group and its session, on systems where nobody inherits orphans for us.
    """
    import psutil

    give_up = time.monotonic() + _LONGEST
    while time.monotonic() < give_up:
        doomed = []
        for process in psutil.process_iter():
            with suppress(psutil.Error, OSError):  # not ours to look at, or just gone
                if mark in process.environ().values():
                    doomed.append(process)
        if not doomed:
            return
        for process in doomed:
            with suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(doomed, timeout=0.2)
