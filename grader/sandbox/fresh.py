"""Workers in fresh processes, for systems without a fork server: over a socket pair, or pipes and pumps on Windows."""

from __future__ import annotations

import os
import socket
import subprocess
import threading
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, cast

import msgspec

from grader.sandbox.bodies import FreshBody, PipeEnd
from grader.sandbox.environment import command, environment
from grader.sandbox.folders import remove

if TYPE_CHECKING:
    from grader.sandbox.protocol import Rights
    from grader.sandbox.tiers import Tier

__all__ = ["FreshProcesses"]

_PART: Final = 1 << 16
_PUMPED: Final = os.name != "posix"  # pipes cannot be waited for on Windows


class FreshProcesses:
    """Starts one process for each worker, with a folder of its own below ``scratch``."""

    def __init__(self, device: str, scratch: Path, *, start: list[str] | None = None) -> None:
        self._device = device
        self._scratch = scratch
        scratch.mkdir(mode=0o700)
        self._start = start

    lives: Final = True

    def confine(self, tier: Tier) -> None:
        """Takes note of nothing: here a worker has its limits and no more."""

    def folder(self, worker: int) -> str:
        """Where this worker finds its own folder."""
        return str(self._scratch / f"worker-{worker}")

    def open(self, worker: int, rights: Rights) -> FreshBody:
        """Starts a worker with these rights."""
        del worker
        Path(rights.scratch).mkdir(mode=0o700)
        arguments = ("alone", msgspec.json.encode(rights).decode())
        words = [*self._start, *arguments] if self._start else command(*arguments)
        variables = environment(rights.scratch, self._device)
        return _pumped(words, variables, rights.scratch) if _PUMPED else _paired(words, variables, rights.scratch)

    def close(self) -> None:
        """Removes the folder; each worker is killed by itself."""
        remove(self._scratch)


def _paired(words: list[str], variables: dict[str, str], scratch: str) -> FreshBody:
    """Over a socket pair, which is both its stdin and its stdout, and a pipe as its stderr."""
    ours, theirs = socket.socketpair()
    read_fd, write_fd = os.pipe()
    os.fchmod(write_fd, 0)  # else it could read back what it wrote, and what XLA did
    with theirs:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            words,
            stdin=theirs.fileno(),
            stdout=theirs.fileno(),
            stderr=write_fd,
            env=variables,
            cwd=scratch,
            start_new_session=True,
        )
    os.close(write_fd)
    return FreshBody(process, ours, PipeEnd(read_fd), scratch)


def _pumped(words: list[str], variables: dict[str, str], scratch: str) -> FreshBody:
    """Over pipes, each with a thread that moves what comes to or from a socket, which can be waited for."""
    process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env=variables,
        cwd=scratch,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        start_new_session=os.name == "posix",
    )
    line, far_line = socket.socketpair()
    output, far_output = socket.socketpair()
    output.setblocking(False)  # noqa: FBT003 - its parameter has no keyword
    stdin, stdout, stderr = (cast("BinaryIO", pipe) for pipe in (process.stdin, process.stdout, process.stderr))
    for pump, arguments in (
        (_from_pipe, (stdout, far_line.dup())),
        (_from_pipe, (stderr, far_output)),
        (_to_pipe, (far_line, stdin)),
    ):
        threading.Thread(target=pump, args=arguments, daemon=True).start()
    return FreshBody(process, line, output, scratch)


def _from_pipe(pipe: BinaryIO, sock: socket.socket) -> None:
    """Moves all that comes out of the pipe to the socket."""
    try:
        while part := pipe.read(_PART):
            sock.sendall(part)
        sock.shutdown(socket.SHUT_WR)
    except (OSError, ValueError):
        return
    finally:
        sock.close()
        pipe.close()


def _to_pipe(sock: socket.socket, pipe: BinaryIO) -> None:
    """Moves all that comes out of the socket to the pipe."""
    try:
        while part := sock.recv(_PART):
            view = memoryview(part)
            while view:
                view = view[pipe.write(view) :]
    except (OSError, ValueError):
        return
    finally:
        sock.close()
        pipe.close()
