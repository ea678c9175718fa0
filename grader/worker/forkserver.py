"""The fork server (Linux): imports jax once, touches no device, and forks a worker for each file.

It holds no secret and runs no student code; each child locks itself in before the student's file reaches it. Orders
and reports go over one socket to the grader, a message at a time; when that closes, the grader is gone, and everything
below this process is killed. As the reaper of all orphans below it, it also finds what a worker left behind.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import gc
import importlib
import os
import select
import signal
import socket
import sys
import traceback
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import msgspec

from grader.sandbox.folders import remove
from grader.sandbox.protocol import Cleared, Confine, End, Fork, Forked, Gone
from grader.sandbox.shared import Shared
from grader.worker.becoming import become, settle_to_be_timed, stay_on_host, warm
from grader.worker.clearing import clear, reap
from grader.worker.confinement import entering
from grader.worker.limits import die_with_parent, limit, settle

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FIRST_COMPILED", "ForkServer", "run"]

FIRST_COMPILED: Final = ("jaxlib.mlir.dialects.builtin", "jaxlib.mlir.dialects.mhlo")
"""What jax imports when it first compiles: 30 ms of each worker, where it is not there before the fork."""
_MANY: Final = 4
"""Forks after which it pays to import that here: one run would only wait for it."""
_MOST_ORDER: Final = 1 << 18
_PR_SET_CHILD_SUBREAPER: Final = 36
_LINE: Final = 3  # where a worker finds its line: 3 to read, 4 to write
_orders: msgspec.msgpack.Decoder[Confine | Fork | End] = msgspec.msgpack.Decoder(Confine | Fork | End)


def run(control_fd: int, scratch: str, serve: Callable[..., None] | None = None) -> NoReturn:
    """Serves forks until the grader is gone.

    ``scratch`` is made, holds all workers' folders, and goes with the server; empty where each mounts its own.
    ``serve`` is the workers' question loop, by default the real one.
    """
    os.set_inheritable(control_fd, False)  # noqa: FBT003 - its parameter has no keyword
    if scratch:
        # Users of workers pass through it to what is theirs, and see nothing else.
        Path(scratch).mkdir(mode=0o711)
    gc.disable()  # hardly anything of what is imported is garbage, and looking for it takes long
    if serve is None:
        serve = importlib.import_module("grader.worker.serve").serve
    importlib.import_module("jax.numpy")
    with contextlib.suppress(AttributeError):  # another C library than those we know
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    warnings.filterwarnings("error", message=r"os\.fork")  # jax warns so once a device is in use
    gc.freeze()  # children then share these pages instead of copying them at each collection
    gc.enable()
    try:
        ForkServer(socket.socket(fileno=control_fd), serve).run()
    finally:
        clear(set(), lambda *_: None)
        if scratch:
            remove(scratch)
        os._exit(0)


class ForkServer:
    """The loop: orders from the grader, children that end, nothing else."""

    def __init__(self, control: socket.socket, serve: Callable[..., None]) -> None:
        self._control = control
        self._serve = serve
        self._confine = Confine(tier="limits")
        self._forked = 0
        self._workers: dict[int, int] = {}  # pid -> the grader's number for it
        self._folders: dict[int, str] = {}  # by the grader's number
        self._alarm, bell = socket.socketpair()
        self._bell = bell
        self._alarm.setblocking(False)  # noqa: FBT003 - its parameter has no keyword
        bell.setblocking(False)  # noqa: FBT003 - as above
        signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def run(self) -> None:
        """Works until the grader closes its end."""
        while True:
            ready, _, _ = select.select([self._control, self._alarm], [], [])
            if self._alarm in ready:
                with contextlib.suppress(BlockingIOError):
                    self._alarm.recv(4096)
                self._reap()
            if self._control in ready and not self._obey():
                return

    def _obey(self) -> bool:
        """Carries out one order; False where the grader is gone."""
        try:
            data, fds, _, _ = socket.recv_fds(self._control, _MOST_ORDER, 3)
        except OSError:
            return False
        if not data:
            return False
        order = _orders.decode(data)
        if isinstance(order, Confine):
            self._confine = order
        elif isinstance(order, Fork):
            self._fork(order, fds)
        else:
            for pid, worker in self._workers.items():
                if worker == order.worker:
                    self._clear(pid)
                    break
            folder = self._folders.pop(order.worker, "")
            if self._confine.tier != "namespaces":
                remove(folder)
            self._tell(Cleared(worker=order.worker))
        return True

    def _fork(self, order: Fork, fds: list[int]) -> None:
        """Forks a worker. A thread here would mean children that hang, so then the server ends instead."""
        if len(os.listdir("/proc/self/task")) != 1:  # noqa: PTH208 - pathlib would stat each entry
            sys.exit("the fork server is not single-threaded: no worker of it could be trusted to run")
        self._forked += 1
        if self._forked == _MANY:
            _import_more()
        server = os.getpid()
        pid = os.fork()
        if not pid:
            self._child(order, fds, server)
        self._workers[pid] = order.worker
        self._folders[order.worker] = order.rights.scratch
        for fd in fds:
            os.close(fd)

    def _child(self, order: Fork, fds: list[int], server: int) -> NoReturn:
        """The forked child's way from here to the question loop; it never returns into the server's code."""
        try:
            os.setsid()
            die_with_parent(server)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            rights, parent = order.rights, server
            if self._confine.tier == "namespaces":
                entering.separate()
                parent = 0  # it has no number in here
                die_with_parent(parent)
            self._tell(Forked(worker=order.worker))
            for held in (self._control, self._alarm, self._bell):
                held.detach()  # closed below, and not once more when it is collected
            line, output, *shared = fds  # above those numbers: the server's own sockets have 3 and 4
            for fd, place in ((output, 1), (output, 2)):
                os.dup2(fd, place)
            os.dup2(line, _LINE, inheritable=False)
            os.dup2(line, _LINE + 1, inheritable=False)
            memory = Shared(shared[0]) if shared else None  # a mapping needs no descriptor, and the file gets none
            os.closerange(_LINE + 2, _most_descriptor() + 1)
            confined = self._confine.tier != "limits"
            user = entering.own_user(order.worker) if confined else None
            if confined:
                entering.enter(self._confine, rights, user, lambda: die_with_parent(parent))
            else:
                Path(rights.scratch).mkdir(mode=0o700)
            settle(rights)
            if rights.host_only:
                stay_on_host()
            if rights.timed is not None:
                settle_to_be_timed(rights.timed)
            limit(rights, others=entering.others(self._confine, user) if confined else None)
            if confined:
                entering.lock(self._confine, rights)
            if rights.warm:
                warm()
            become(functools.partial(self._serve, shared=memory), _LINE, _LINE + 1)
        except BaseException:  # noqa: BLE001 - whatever the reason, a child must neither run unconfined nor go back
            traceback.print_exc()
        finally:
            os._exit(71)

    def _reap(self) -> None:
        """Tells of workers that ended, and ends what they left behind."""
        before = len(self._workers)
        reap(self._ended)
        if len(self._workers) < before:
            clear(set(self._workers), self._ended)

    def _clear(self, pid: int) -> None:
        """Kills a worker with all below it, and orphans of workers that are gone."""
        self._workers.pop(pid)
        clear(set(self._workers), self._ended)

    def _ended(self, pid: int, status: int, cpu: float, peak: int) -> None:
        worker = self._workers.pop(pid, None)
        if worker is not None:
            self._tell(Gone(worker=worker, status=status, cpu=cpu, peak=peak))

    def _tell(self, report: Forked | Gone | Cleared) -> None:
        with contextlib.suppress(OSError):  # the grader is gone: the loop will see it
            self._control.send(msgspec.msgpack.encode(report))


def _import_more() -> None:
    """Imports what each worker would import at its first compilation."""
    for name in FIRST_COMPILED:
        with contextlib.suppress(ImportError):  # another jaxlib: then each worker imports what takes its place
            importlib.import_module(name)
    gc.freeze()


def _most_descriptor() -> int:
    """The highest descriptor this process has open."""
    return max(int(name) for name in os.listdir("/proc/self/fd"))  # noqa: PTH208 - pathlib would stat each entry
