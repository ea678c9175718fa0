"""The fork server's process (Linux): started early, handed a line for each client, killed with all below it."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from grader.sandbox.bodies import kill_marked
from grader.sandbox.bubblewrap import find, wrapped
from grader.sandbox.environment import command, environment
from grader.sandbox.folders import remove
from grader.sandbox.grants import readable
from grader.sandbox.tiers import Tier, choose

__all__ = ["Lent", "Loan", "Server"]

_LONGEST: Final = 10.0


class Loan(msgspec.Struct, frozen=True, kw_only=True):
    """What another process needs to be a client of a server: the descriptor of its line, its folder, the tier."""

    line: int
    scratch: str
    tier: Tier


class Server:
    """The process and its desk. It imports jax while the tiers are tried: ``settle`` comes before the first client.

    ``scratch`` is where it makes its workers' folders, and removes them; inside namespaces, where each worker mounts
    its own, nothing is there. ``start`` replaces the words that start ``grader.worker``, before its arguments.
    """

    def __init__(self, device: str, scratch: Path, *, exactly: str = "", start: list[str] | None = None) -> None:
        self.mark = str(scratch)  # in the environment of the server and all below it
        self._device = device
        self._scratch = scratch
        self._start = start
        self._exactly = exactly
        self._tier: Tier | None = None
        self._inside = exactly in {"", "namespaces"} and bool(find())
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - what the server itself has to say; closed with it
        self._process, self._desk = self._started()

    def settle(self, required: str = "") -> Tier:
        """Returns the tier, found out by trying; where it is not as hoped, another process takes over.

        Raises NoIsolationError where ``required`` cannot be had, or not ``exactly`` what was to be.
        """
        if self._tier is None:
            self._tier = choose(required, exactly=self._exactly)
            if self._inside == self._tier.on_disk:
                self._end(gently=False)
                self._inside = not self._tier.on_disk
                self._process, self._desk = self._started()
        return self._tier

    @property
    def folder(self) -> Path | None:
        """Where workers' folders are; None where each mounts its own."""
        return None if self._inside else self._scratch

    @property
    def lives(self) -> bool:
        """Whether the process is there."""
        return self._process.poll() is None

    def connect(self) -> socket.socket:
        """A new line to it, at whose end nobody is where the process is gone."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, suppress(OSError):
            socket.send_fds(self._desk, [b"\0"], [theirs.fileno()])
        return ours

    def kill(self) -> None:
        """Kills it with all below it."""
        self._process.kill()
        kill_marked(self.mark)

    def last_words(self, patience: float) -> str:
        """The last line it wrote, for whoever looks after the machine; waits so many seconds for its end."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        lines = os.pread(self._said.fileno(), 1 << 16, 0).decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else f"exit status {self._process.returncode}"

    def close(self, *, gently: bool = True) -> None:
        """Ends it, ``gently`` so that it ends all below it first, which it can once it has imported jax."""
        self._end(gently=gently)
        self._said.close()

    def _started(self) -> tuple[subprocess.Popen[bytes], socket.socket]:
        desk, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        folder = "" if self._inside else self.mark
        words = [*(self._start or command()), "forks", str(theirs.fileno()), folder]
        if self._inside:
            words = wrapped(find(), words, readable())
        with theirs:
            process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                words,
                stdin=subprocess.DEVNULL,
                stdout=self._said,
                stderr=self._said,
                env=environment(self._scratch, self._device),
                cwd=os.sep,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        return process, desk

    def _end(self, *, gently: bool) -> None:
        self._desk.close()
        if not gently:
            self._process.kill()
            if self._inside:
                kill_marked(self.mark)  # in its first moments bubblewrap's inner process does not die with the outer
        try:
            self._process.wait(_LONGEST)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if not self._inside:
            remove(self._scratch)


class Lent:
    """A server that another process started and ends; this one is a client of it, over the line it was handed."""

    lives: Final = True

    def __init__(self, loan: Loan) -> None:
        self.mark = loan.scratch
        self.folder = Path(loan.scratch) if loan.tier.on_disk else None
        self._line = loan.line

    def connect(self) -> socket.socket:
        """The line."""
        return socket.socket(fileno=self._line)

    def kill(self) -> None:
        """Kills it with all below it."""
        kill_marked(self.mark)

    def last_words(self, patience: float) -> str:
        """Whoever started it has them."""
        del patience
        return "it was shared with other processes that grade"

    def close(self, *, gently: bool = True) -> None:
        """Does nothing: it ends what this client has left once the line is closed."""
