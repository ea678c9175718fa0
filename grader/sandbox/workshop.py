"""Where workers come from: one fork server, or fresh processes where there is none, and a folder for their scratch."""

from __future__ import annotations

import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self

from grader.sandbox.forks import Forks
from grader.sandbox.fresh import FreshProcesses
from grader.sandbox.protocol import Rights
from grader.sandbox.switchboard import Switchboard
from grader.sandbox.tiers import choose
from grader.sandbox.worker import LiveWorker

if TYPE_CHECKING:
    from types import TracebackType

    from grader.model.exercise import Limits, Source
    from grader.model.questions import Load

__all__ = ["Workshop"]


class Workshop:
    """Starts workers on one device. It gets ready in the background from the moment it is made.

    ``device`` may be set until the first worker opens; anything but ``cpu`` leaves the choice to jax.

    ``fork`` None forks where that is safe (Linux). ``start`` replaces the words that start ``grader.worker``, before
    its arguments. As a context, it leaves nothing behind: no process, no file.
    Raises NoIsolationError where the required isolation cannot be had.
    """

    def __init__(
        self,
        device: str = "cpu",
        *,
        require_isolation: str = "",
        fork: bool | None = None,
        start: list[str] | None = None,
    ) -> None:
        self.tier = choose(require_isolation)
        self.device = device
        self._scratch = Path(tempfile.mkdtemp(prefix="jitgrade-"))
        self._switchboard = Switchboard()
        self._workers: dict[int, LiveWorker] = {}
        self._opened = 0
        forks = sys.platform.startswith("linux") if fork is None else fork
        self._processes: Forks | FreshProcesses = (
            Forks(device, self._scratch, self._switchboard, start=start)
            if forks
            else FreshProcesses(device, start=start)
        )

    def open(self, source: Source, load: Load, limits: Limits) -> LiveWorker:
        """Starts a worker that loads this source; returns at once, before it has loaded."""
        del source  # the question holds what the worker may know of it
        self._opened += 1
        scratch = self._scratch / f"worker-{self._opened}"
        scratch.mkdir(mode=0o700)
        rights = Rights(scratch=str(scratch), cpu=limits.cpu, memory=limits.memory, host_only=self.device == "cpu")
        body = self._processes.open(self._opened, rights)
        number = self._opened

        def discard() -> None:
            del self._workers[number]
            _remove(scratch)

        worker = self._workers[number] = LiveWorker(body, self._switchboard, limits, load, discard)
        return worker

    def close(self) -> None:
        """Kills everything it started and removes its folder."""
        try:
            for worker in tuple(self._workers.values()):
                worker.close()
        finally:
            self._processes.close()
            self._switchboard.close()
            _remove(self._scratch)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _remove(folder: Path) -> None:
    """Removes a folder, also where its owner had closed parts of it to himself."""
    with suppress(RecursionError):  # nested deeper than Python follows: left to the system's own cleaning
        shutil.rmtree(folder, ignore_errors=True)
        if folder.exists():
            for place in (folder, *folder.rglob("*")):
                with suppress(OSError):
                    if place.is_dir() and not place.is_symlink():
                        place.chmod(0o700)
            shutil.rmtree(folder, ignore_errors=True)
