"""The grader's side of the fork server (Linux): started early, ordered over one socket, killed with all below it."""

from __future__ import annotations

import os
import socket
import struct
import subprocess
import tempfile
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from grader.model.check import Broken
from grader.sandbox.bodies import PipeEnd, kill_marked
from grader.sandbox.bubblewrap import SCRATCH, find, wrapped
from grader.sandbox.environment import command, environment
from grader.sandbox.folders import remove
from grader.sandbox.grants import readable
from grader.sandbox.protocol import Cleared, Confine, End, Fork, Forked, Gone
from grader.sandbox.shared import Shared, make_shared

if TYPE_CHECKING:
    from pathlib import Path

    from grader.sandbox.bodies import Readable
    from grader.sandbox.protocol import Rights
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
    """The fork server's process and the socket to it; it starts at once, and `confine` comes before the first worker.

    ``scratch`` is where the server makes its workers' folders, and removes them; ``inside`` namespaces, where each
    worker mounts its own, nothing is there.
    """

    def __init__(
        self,
        device: str,
        scratch: Path,
        switchboard: Switchboard,
        *,
        inside: bool = False,
        start: list[str] | None = None,
    ) -> None:
        self._switchboard = switchboard
        self._bodies: dict[int, ForkedBody] = {}
        self._dead = False
        self._served = False
        self._mark = str(scratch)  # in the environment of the server and all below it
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(_LONGEST)
        self._control.setsockopt(socket.SOL_SOCKET, _SO_PASSCRED, 1)
        self._scratch = None if inside else scratch
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - what the server itself has to say; closed with it
        words = [*(start or command()), "forks", str(theirs.fileno()), "" if inside else str(scratch)]
        if inside:
            words = wrapped(find(), words, readable())
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                words,
                stdin=subprocess.DEVNULL,
                stdout=self._said,
                stderr=self._said,
                env=environment(scratch, device),
                cwd=os.sep,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        switchboard.listen(self._control, self._read)

    def confine(self, tier: Tier) -> None:
        """Says how all workers are to be confined; a server that is gone is told of with the first worker."""
        with suppress(Broken):
            self._order(Confine(tier=tier.name, readable=readable() if tier.confines else ()), [])

    def folder(self, worker: int) -> str:
        """Where this worker finds its own folder."""
        return str(self._scratch / f"worker-{worker}") if self._scratch else SCRATCH

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
            self._process.kill()
            self._dead = True
            kill_marked(self._mark)
        self._bodies.pop(worker, None)

    @property
    def lives(self) -> bool:
        """Whether the server is there to start another worker."""
        return not self._dead and self._process.poll() is None

    def must_live(self) -> None:
        """Raises Broken where the server is gone, with its last words."""
        if self._dead:
            raise Broken(f"the process that starts workers is gone: {self._last_words()}")

    def close(self) -> None:
        """Ends the server, which ends all below it first."""
        self._switchboard.forget(self._control)
        self._control.close()
        # A server that never told of a worker may still be importing jax.
        if self._dead or not self._served:
            self._process.kill()
            if self._scratch is None:
                kill_marked(self._mark)  # in its first moments bubblewrap's inner process does not die with the outer
        try:
            self._process.wait(_LONGEST)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._scratch:
            remove(self._scratch)
        self._said.close()

    def _order(self, order: Confine | Fork | End, fds: list[int]) -> None:
        try:
            socket.send_fds(self._control, [msgspec.msgpack.encode(order)], fds)
        except OSError as error:
            self._dead = True
            raise Broken(f"the process that starts workers does not listen: {self._last_words()}") from error

    def _read(self) -> None:
        """Takes one report of the server."""
        try:
            data, claims, _, _ = self._control.recvmsg(_MOST_REPORT, socket.CMSG_SPACE(_CREDENTIALS.size))
        except OSError:
            data, claims = b"", []
        if not data:
            self._dead = True
            self._switchboard.forget(self._control)
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
        """The last line the server wrote, for whoever looks after the machine."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1 if self._dead else 0)
        lines = os.pread(self._said.fileno(), 1 << 16, 0).decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else f"exit status {self._process.returncode}"
