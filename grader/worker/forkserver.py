"""The fork server (Linux): imports jax once, touches no device, and forks a worker for each file.

It holds no secret and runs no student code; each child locks itself in before the student's file reaches it. Over its
desk it is handed the lines of clients: processes that grade. Orders and reports go over such a line, a message at a
time; when it closes, that client is gone, and its workers are killed; when the desk closes, everything below this
process is. As the reaper of all orphans below it, it also finds what a worker left behind.
"""

from __future__ import annotations

import contextlib
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

from grader.sandbox.clearing import adopt_orphans, clear, reap
from grader.sandbox.folders import remove
from grader.sandbox.protocol import Cleared, Confine, End, Fork, Forked, Gone
from grader.sandbox.shared import Shared
from grader.worker.becoming import become, settle_to_be_timed, stay_on_host, warm
from grader.worker.client import Client
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
_LINE: Final = 3  # where a worker finds its line: 3 to read, 4 to write
_orders: msgspec.msgpack.Decoder[Confine | Fork | End] = msgspec.msgpack.Decoder(Confine | Fork | End)


def run(desk_fd: int, scratch: str, serve: Callable[..., None] | None = None) -> NoReturn:
    """Serves forks until whoever started it is gone.

    ``scratch`` is made, holds all workers' folders, and goes with the server; empty where each mounts its own.
    ``serve`` is the workers' question loop, by default the real one.
    """
    os.set_inheritable(desk_fd, False)  # noqa: FBT003 - its parameter has no keyword
    if scratch:
        # Users of workers pass through it to what is theirs, and see nothing else.
        Path(scratch).mkdir(mode=0o711)
    gc.disable()  # hardly anything of what is imported is garbage, and looking for it takes long
    if serve is None:
        serve = importlib.import_module("grader.worker.serve").serve
    importlib.import_module("jax.numpy")
    adopt_orphans()
    warnings.filterwarnings("error", message=r"os\.fork")  # jax warns so once a device is in use
    gc.freeze()  # children then share these pages instead of copying them at each collection
    gc.enable()
    server = ForkServer(socket.socket(fileno=desk_fd), serve)
    try:
        server.run()
    finally:
        # The lines of clients stay open until all is done: one that finds its line closed kills what it knows of.
        clear(set(), lambda *_: None)
        if scratch:
            remove(scratch)
        os._exit(0)


class ForkServer:
    """The loop: clients that come, their orders, children that end, nothing else."""

    def __init__(self, desk: socket.socket, serve: Callable[..., None]) -> None:
        self._desk = desk
        self._serve = serve
        self._clients: list[Client] = []
        self._forked = 0
        self._alarm, bell = socket.socketpair()
        self._bell = bell
        self._alarm.setblocking(False)  # noqa: FBT003 - its parameter has no keyword
        bell.setblocking(False)  # noqa: FBT003 - as above
        signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def run(self) -> None:
        """Works until the desk is closed."""
        while True:
            lines = [client.line for client in self._clients]
            ready, _, _ = select.select([self._desk, self._alarm, *lines], [], [])
            if self._alarm in ready:
                with contextlib.suppress(BlockingIOError):
                    self._alarm.recv(4096)
                self._reap()
            if self._desk in ready and not self._admit():
                return
            for client in tuple(self._clients):
                if client.line in ready and not self._obey(client):
                    self._dismiss(client)

    def _admit(self) -> bool:
        """Takes in the line of a client; False where whoever started this process is gone."""
        try:
            data, fds, _, _ = socket.recv_fds(self._desk, _MOST_ORDER, 1)
        except OSError:
            return False
        self._clients += [Client(socket.socket(fileno=fd)) for fd in fds]
        return bool(data)

    def _dismiss(self, client: Client) -> None:
        """Ends what a client that is gone has left."""
        self._clients.remove(client)
        client.line.close()
        clear(self._living(), self._ended)
        for worker in tuple(client.folders):
            client.forget(worker)

    def _obey(self, client: Client) -> bool:
        """Carries out one order; False where the client is gone."""
        try:
            data, fds, _, _ = socket.recv_fds(client.line, _MOST_ORDER, 3)
        except OSError:
            return False
        if not data:
            return False
        order = _orders.decode(data)
        if isinstance(order, Confine):
            client.confine = order
        elif isinstance(order, Fork):
            self._fork(client, order, fds)
        else:
            for pid, worker in client.workers.items():
                if worker == order.worker:
                    del client.workers[pid]
                    clear(self._living(), self._ended)
                    break
            client.forget(order.worker)
            client.tell(Cleared(worker=order.worker))
        return True

    def _fork(self, client: Client, order: Fork, fds: list[int]) -> None:
        """Forks a worker. A thread here would mean children that hang, so then the server ends instead."""
        if len(os.listdir("/proc/self/task")) != 1:  # noqa: PTH208 - pathlib would stat each entry
            sys.exit("the fork server is not single-threaded: no worker of it could be trusted to run")
        self._forked += 1
        if self._forked == _MANY:
            _import_more()
        server = os.getpid()
        pid = os.fork()
        if not pid:
            self._child(client, order, fds, server)
        client.workers[pid] = order.worker
        client.folders[order.worker] = order.rights.scratch
        for fd in fds:
            os.close(fd)

    def _child(self, client: Client, order: Fork, fds: list[int], server: int) -> NoReturn:
        """The forked child's way from here to the question loop; it never returns into the server's code."""
        try:
            os.setsid()
            die_with_parent(server)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            rights, confine, parent = order.rights, client.confine, server
            if confine.tier == "namespaces":
                entering.separate()
                parent = 0  # it has no number in here
                die_with_parent(parent)
            client.tell(Forked(worker=order.worker))
            for held in (self._desk, self._alarm, self._bell, *(client.line for client in self._clients)):
                held.detach()  # closed below, and not once more when it is collected
            line, output, *shared = fds  # above those numbers: the server's own sockets have 3 and 4
            for fd, place in ((output, 1), (output, 2)):
                os.dup2(fd, place)
            os.dup2(line, _LINE, inheritable=False)
            os.dup2(line, _LINE + 1, inheritable=False)
            memory = Shared(shared[0]) if shared else None  # a mapping needs no descriptor, and the file gets none
            os.closerange(_LINE + 2, _most_descriptor() + 1)
            confined = confine.tier != "limits"
            user = entering.own_user(self._forked) if confined else None
            if confined:
                entering.enter(confine, rights, user, lambda: die_with_parent(parent))
            else:
                Path(rights.scratch).mkdir(mode=0o700)
            settle(rights)
            if rights.host_only:
                stay_on_host()
            if rights.timed is not None:
                settle_to_be_timed(rights.timed)
            limit(rights, others=entering.others(confine, user) if confined else None)
            if confined:
                entering.lock(confine, rights)
            if rights.warm:
                warm()
            become(functools.partial(self._serve, shared=memory), _LINE, _LINE + 1)
        except BaseException:  # noqa: BLE001 - whatever the reason, a child must neither run unconfined nor go back
            traceback.print_exc()
        finally:
            os._exit(71)

    def _living(self) -> set[int]:
        """The processes of all workers that nobody has ended."""
        return {pid for client in self._clients for pid in client.workers}

    def _reap(self) -> None:
        """Tells of workers that ended, and ends what they left behind."""
        before = len(self._living())
        reap(self._ended)
        if len(self._living()) < before:
            clear(self._living(), self._ended)

    def _ended(self, pid: int, status: int, cpu: float, peak: int) -> None:
        for client in self._clients:
            worker = client.workers.pop(pid, None)
            if worker is not None:
                client.tell(Gone(worker=worker, status=status, cpu=cpu, peak=peak))


def _import_more() -> None:
    """Imports what each worker would import at its first compilation."""
    for name in FIRST_COMPILED:
        with contextlib.suppress(ImportError):  # another jaxlib: then each worker imports what takes its place
            importlib.import_module(name)
    gc.freeze()


def _most_descriptor() -> int:
    """The highest descriptor this process has open."""
    return max(int(name) for name in os.listdir("/proc/self/fd"))  # noqa: PTH208 - pathlib would stat each entry
