"""The grader's side of the fork server (Linux): workers ordered over one line, each as it is known here."""

from __future__ import annotations

import os
import secrets
import socket
import struct
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from grader.model.check import Broken
from grader.sandbox.bodies import PipeEnd
from grader.sandbox.bubblewrap import SCRATCH
from grader.sandbox.grants import readable
from grader.sandbox.protocol import Cleared, Confine, End, Fork, Forked, Gone
from grader.sandbox.shared import Shared, make_shared

if TYPE_CHECKING:
    from grader.sandbox.bodies import Readable
    from grader.sandbox.protocol import Rights
    from grader.sandbox.server import Lent, Server
    from grader.sandbox.switchboard import Switchboard
    from grader.sandbox.tiers import Tier

__all__ = ["ForkedBody", "Forks"]

_LONGEST: Final = 10.0
_MOST_REPORT: Final = 1 << 12
_SO_PASSCRED: Final = 16  # socket(7): the kernel adds the sender's process, user and group
_CREDENTIALS: Final = struct.Struct("3i")
_reports: msgspec.msgpack.Decoder[Forked | Gone | Cleared] = msgspec.msgpack.Decoder(Forked | Gone | Cleared)


class ForkedBody:
    """A worker forked by the server."""

    def __init__(self, worker: int, forks: Forks, line: socket.socket, output: Readable, shared: Shared | None) -> None:
        self.line = line
        self.output = output
        self.shared = shared
        self.pid: int | None = None
        self.born = 0.0
        self.gone: Gone | None = None
        self.cleared = False
        self._worker = worker
        self._forks = forks

    def look(self) -> None:
        """Raises Broken where the fork server is gone: nothing would ever tell of this worker again."""
        self._forks.must_live()

    def kill(self) -> None:
        """Has the server kill it and all it started, and waits until nothing is left."""
        self._forks.kill(self._worker, self)

    def close(self) -> None:
        """Closes our ends and the memory."""
        self.line.close()
        self.output.close()
        if self.shared:
            self.shared.close()

    def discard(self) -> None:
        """Kills it and closes its ends."""
        self.kill()
        self.close()


class Forks:
    """One client's line to a fork server; `confine` comes before the first worker."""

    def __init__(self, server: Server | Lent, switchboard: Switchboard) -> None:
        self._server = server
        self._switchboard = switchboard
        self._bodies: dict[int, ForkedBody] = {}
        self._dead = False
        self._served = False
        self._name = secrets.token_hex(4)  # another client's workers have the same numbers
        self._line = server.connect()
        self._line.settimeout(_LONGEST)
        self._line.setsockopt(socket.SOL_SOCKET, _SO_PASSCRED, 1)
        switchboard.listen(self._line, self._read)

    def confine(self, tier: Tier) -> None:
        """Says how all workers are to be confined; a server that is gone is told of with the first worker."""
        with suppress(Broken):
            self._order(Confine(tier=tier.name, readable=readable() if tier.confines else ()), [])

    def folder(self, worker: int) -> str:
        """Where this worker finds its own folder."""
        folder = self._server.folder
        return str(folder / f"worker-{self._name}-{worker}") if folder else SCRATCH

    def open(self, worker: int, rights: Rights) -> ForkedBody:
        """Orders a worker with these rights; it need not run yet when this returns."""
        ours, theirs = socket.socketpair()
        read_fd, write_fd = os.pipe()
        os.fchmod(write_fd, 0)  # else whoever has our user could read back what it wrote, and what XLA did
        passed = [theirs.fileno(), write_fd]
        shared = None
        with suppress(OSError):  # a system without it: then all goes over the line
            passed.append(make_shared())
            shared = Shared(passed[-1])
        body = ForkedBody(worker, self, ours, PipeEnd(read_fd), shared)
        self._bodies[worker] = body
        with theirs:
            try:
                self._order(Fork(worker=worker, rights=rights), passed)
            except Broken:
                del self._bodies[worker]
                body.close()
                raise
            finally:
                for fd in passed[1:]:
                    os.close(fd)
        return body

    def kill(self, worker: int, body: ForkedBody) -> None:
        """Has a worker and all it started killed; where the server does not do that, it goes itself with all below."""
        if not self._dead:
            with suppress(Broken):
                self._order(End(worker=worker), [])
            self._switchboard.wait(lambda: body.cleared or self._dead, _LONGEST)
        if not body.cleared:
            self._server.kill()
            self._dead = True
        self._bodies.pop(worker, None)

    @property
    def lives(self) -> bool:
        """Whether the server is there to start another worker."""
        return not self._dead and self._server.lives

    def must_live(self) -> None:
        """Raises Broken where the server is gone, with its last words."""
        if self._dead:
            raise Broken(f"the process that starts workers is gone: {self._last_words()}")

    def close(self) -> None:
        """Closes the line, and ends the server where it is ours, which ends all below it first."""
        self._switchboard.forget(self._line)
        self._line.close()
        # A server that never told of a worker may still be importing jax.
        self._server.close(gently=self._served and not self._dead)

    def _order(self, order: Confine | Fork | End, fds: list[int]) -> None:
        try:
            socket.send_fds(self._line, [msgspec.msgpack.encode(order)], fds)
        except OSError as error:
            self._dead = True
            raise Broken(f"the process that starts workers does not listen: {self._last_words()}") from error

    def _read(self) -> None:
        """Takes one report of the server."""
        try:
            data, claims, _, _ = self._line.recvmsg(_MOST_REPORT, socket.CMSG_SPACE(_CREDENTIALS.size))
        except OSError:
            data, claims = b"", []
        if not data:
            self._dead = True
            self._switchboard.forget(self._line)
            return
        self._served = True
        report = _reports.decode(data)
        body = self._bodies.get(report.worker)
        if body is None:
            return
        if isinstance(report, Forked):
            # Processes inside have other numbers there; the kernel tells ours beside the message.
            body.pid, body.born = _CREDENTIALS.unpack(claims[0][2])[0], time.perf_counter()
        elif isinstance(report, Gone):
            body.gone = report
        else:
            body.cleared = True

    def _last_words(self) -> str:
        return self._server.last_words(1.0 if self._dead else 0.0)
