"""One client of the fork server, a process that grades: its line, and the workers that were forked for it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import msgspec

from grader.sandbox.folders import remove
from grader.sandbox.protocol import Cleared, Confine, Forked, Gone

if TYPE_CHECKING:
    import socket

__all__ = ["Client"]


class Client:
    """A client by its line: how its workers are to be confined, and which they are, by its own numbers."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.confine = Confine(tier="limits")
        self.workers: dict[int, int] = {}  # pid -> the client's number for it
        self.folders: dict[int, str] = {}  # by the client's number

    def tell(self, report: Forked | Gone | Cleared) -> None:
        """Sends a report; where the client is gone, the server's loop will see it."""
        with contextlib.suppress(OSError):
            self.line.send(msgspec.msgpack.encode(report))

    def forget(self, worker: int) -> None:
        """Removes a worker's folder, where it is on the disk."""
        folder = self.folders.pop(worker, "")
        if folder and self.confine.tier != "namespaces":  # no name would be where the server is: the whole disk
            remove(folder)
