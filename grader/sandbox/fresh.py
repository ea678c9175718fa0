"""Workers in fresh processes, for systems without a fork server: over a socket pair, or pipes and pumps on Windows."""

from __future__ import annotations

import os
import socket
import subprocess
import threading
from typing import TYPE_CHECKING, BinaryIO, Final, cast

import msgspec

from grader.sandbox.bodies import FreshBody, PipeEnd
from grader.sandbox.environment import command, environment

if TYPE_CHECKING:
    from grader.sandbox.protocol import Rights

__all__ = ["FreshProcesses"]

_PART: Final = 1 << 16
_PUMPED: Final = os.name != "posix"  # pipes cannot be waited for on Windows


class FreshProcesses:
    """Starts one process for each worker."""

    def __init__(self, device: str, *, start: list[str] | None = None) -> None:
        self._device = device
        self._start = start

    def open(self, worker: int, rights: Rights) -> FreshBody:
        """Starts a worker with these rights."""
        del worker
        arguments = ("alone", msgspec.json.encode(rights).decode())
        words = [*self._start, *arguments] if self._start else command(*arguments)
        variables = environment(rights.scratch, self._device)
        return _pumped(words, variables, rights.scratch) if _PUMPED else _paired(words, variables, rights.scratch)

    def close(self) -> None:
        """Has nothing to close: each worker is killed by itself."""


def _paired(words: list[str], variables: dict[str, str], scratch: str) -> FreshBody:
    """Over a socket pair, which is both its stdin and its stdout, and a pipe as its stderr."""
    ours, theirs = socket.socketpair()
    read_fd, write_fd = os.pipe()
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
