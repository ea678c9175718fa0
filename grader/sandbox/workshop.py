"""Where workers come from: one fork server, or fresh processes where there is none, and a folder for their scratch."""

from __future__ import annotations

import secrets
import sys
import tempfile
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from grader.sandbox.folders import entered_by_all
from grader.sandbox.forks import Forks
from grader.sandbox.fresh import FreshProcesses
from grader.sandbox.grants import covers, readable
from grader.sandbox.protocol import Rights, Timed
from grader.sandbox.server import Lent, Server
from grader.sandbox.switchboard import Switchboard
from grader.sandbox.tiers import NoIsolationError, choose, laid_open
from grader.sandbox.worker import LiveWorker

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from grader.model.exercise import Limits
    from grader.model.questions import Load
    from grader.sandbox.bodies import Body
    from grader.sandbox.server import Loan

__all__ = ["Workshop"]

# A file with these words sets what jax reads when its backend starts, so that must not have happened yet.
_BEFORE_THE_BACKEND: Final = (b"XLA_FLAGS", b"jax_platform", b"jax_num_cpu_devices", b"JAX_", b"jax.distributed")


class Workshop:
    """Starts workers on one device. It gets ready in the background from the moment it is made.

    ``device`` may be set until the first worker opens; anything but ``cpu`` leaves the choice to jax.

    ``fork`` None forks where that is safe (Linux). ``start`` replaces the words that start ``grader.worker``, before
    its arguments. As a context, it leaves nothing behind: no process, no file.
    ``require_isolation`` names the least tier, ``isolation`` exactly the one to use. Raises NoIsolationError where it
    cannot be had. ``loan`` is a fork server that another process started, with its tier: it takes the place of our own.

    ``tier`` is how workers are locked in, ``promised`` what a report may say of it.
    """

    def __init__(
        self,
        device: str = "cpu",
        *,
        require_isolation: str = "",
        isolation: str = "",
        fork: bool | None = None,
        start: list[str] | None = None,
        loan: Loan | None = None,
    ) -> None:
        self.device = device
        self._guarded: set[Path] = set()
        self._required = require_isolation
        # A name only: who starts workers makes the folder, and removes it, so that nobody's death leaves it behind.
        scratch = Path(tempfile.gettempdir(), f"jitgrade-{secrets.token_hex(8)}")
        self._switchboard = Switchboard()
        self._workers: dict[int, LiveWorker] = {}
        self._opened = 0
        self._started = 0
        self._ready: deque[tuple[Rights, Body]] = deque()

        self.forks = sys.platform.startswith("linux") if fork is None else fork
        self._processes: Forks | FreshProcesses
        if loan is not None:
            self.tier = loan.tier
            self._processes = Forks(Lent(loan), self._switchboard)
        elif self.forks:
            server = Server(device, scratch, exactly=isolation, start=start)
            try:
                self.tier = server.settle(require_isolation)
            except BaseException:
                server.close(gently=False)
                self._switchboard.close()
                raise
            self._processes = Forks(server, self._switchboard)
        else:
            self.tier = choose(require_isolation, exactly=isolation, forks=False)
            self._processes = FreshProcesses(device, scratch, start=start)
        self.promised = self.tier
        self._processes.confine(self.tier)

    @property
    def lives(self) -> bool:
        """Whether it can open another worker; one whose fork server was killed cannot."""
        return self._processes.lives

    def guard(self, folder: Path) -> None:
        """Raises NoIsolationError where workers are granted a folder that is to be kept from them."""
        if folder in self._guarded or self.tier.name not in {"namespaces", "landlock"}:
            return
        if covers(readable(), folder):
            raise NoIsolationError(f"the course lies in {folder}, which submissions can read; move it elsewhere")
        self._guarded.add(folder)

    def keep(self, folder: Path) -> None:
        """Takes note that what is in a folder is to be kept from workers; it may hold their Python as well.

        The tier ``uid`` keeps from them only what is closed to everybody. Raises NoIsolationError as `admit` does.
        """
        if self.tier.name == "uid" and entered_by_all(folder):
            self.admit(
                f"everybody on this machine can enter {folder}, and so can submissions: "
                f"what they must not read belongs in a folder closed with `chmod 700`"
            )

    def admit(self, what: str) -> None:
        """Promises ``limits`` only from now on where the tier is ``uid``: everybody on this machine can read something.

        ``what`` says so. Raises NoIsolationError where more than ``limits`` is required.
        """
        if self.tier.name != "uid":
            return
        if self._required not in {"", "limits"}:
            raise NoIsolationError(f"isolation {self._required!r} is required, and {what}")
        self.promised = laid_open(self.promised, what)

    def prepare(self, limits: Limits, many: int) -> None:
        """Has so many workers with these limits ready ahead of their files, with a first program compiled."""
        while len(self._ready) < many:
            self._ready.append(self._made(limits, warm=True))

    def stop_when(self, overtaken: Callable[[], bool] | None) -> None:
        """Has whoever waits for a worker's answer get Overtaken, once, when that is so; None calls it off."""
        self._switchboard.stop_when(overtaken)

    def open(
        self, load: Load, limits: Limits, *, timed: Timed | None = None, loading: float | None = None
    ) -> LiveWorker:
        """Starts a worker that loads a file; returns at once, before it has loaded.

        ``timed`` is how one that is to be timed is made ready for it, ``loading`` in how many seconds it has to load.
        """
        cold = timed is not None or any(word in load.source for word in _BEFORE_THE_BACKEND)
        rights, body = (None if cold else self._taken(limits)) or self._made(limits, timed=timed)
        number = self._opened = self._opened + 1

        def discard() -> None:
            del self._workers[number]

        folder = rights.scratch if self.tier.on_disk else ""
        worker = self._workers[number] = LiveWorker(
            body,
            self._switchboard,
            limits,
            load,
            discard,
            folder=folder,
            timed=timed is not None,
            loading=loading,
        )
        return worker

    def _made(self, limits: Limits, *, warm: bool = False, timed: Timed | None = None) -> tuple[Rights, Body]:
        """A new process with these limits, and the rights that it has."""
        self._started += 1
        rights = Rights(
            scratch=self._processes.folder(self._started),
            cpu=limits.cpu,
            memory=limits.memory,
            host_only=self.device == "cpu",
            warm=warm and self.device == "cpu",
            timed=timed,
        )
        return rights, self._processes.open(self._started, rights)

    def _taken(self, limits: Limits) -> tuple[Rights, Body] | None:
        """A spare process that has these limits and lives; others are let go."""
        if self._ready:
            self._switchboard.wait(lambda: False, 0.0)  # nobody listened while they were kept
        while self._ready:
            rights, body = self._ready.popleft()
            fits = (rights.cpu, rights.memory, rights.host_only) == (limits.cpu, limits.memory, self.device == "cpu")
            if fits and body.gone is None:
                return rights, body
            body.discard()
        return None

    def close(self) -> None:
        """Kills everything it started and removes its folder."""
        try:
            for worker in tuple(self._workers.values()):
                worker.close()
            while self._ready:
                self._ready.popleft()[1].discard()
        finally:
            self._processes.close()
            self._switchboard.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
