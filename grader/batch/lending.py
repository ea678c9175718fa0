"""Fork servers that the processes of a batch share, so that jax is imported once for several of them (Linux)."""

from __future__ import annotations

import secrets
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from grader.sandbox.server import Loan, Server
from grader.sandbox.tiers import NoIsolationError

if TYPE_CHECKING:
    from concurrent.futures import Future

    from grader.sandbox.tiers import Tier

__all__ = ["Lender"]

_CLIENTS: Final = 4  # of one server, which forks and clears for one at a time


class Lender:
    """The first server starts at once, and finds out meanwhile how workers can be isolated; as a context, all end.

    ``device`` is what they compute on, ``required`` the least isolation. Made and widened by the main thread, since a
    server ends with the thread that started it.
    """

    def __init__(self, device: str, required: str = "") -> None:
        self._device = device
        self._required = required
        self._settling = ThreadPoolExecutor(1, thread_name_prefix="isolation")
        self._servers: list[tuple[Server, Future[Tier]]] = []
        self._lent = 0
        self.widen(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._settling.shutdown()
        for server, _settled in self._servers:
            server.close(gently=bool(self._lent))

    def widen(self, clients: int) -> None:
        """Starts what so many clients need."""
        if not sys.platform.startswith("linux"):
            return
        while len(self._servers) * _CLIENTS < clients:
            scratch = Path(tempfile.gettempdir(), f"jitgrade-{secrets.token_hex(8)}")
            server = Server(self._device, scratch)
            self._servers.append((server, self._settling.submit(server.settle, self._required)))

    def lend(self) -> Loan | None:
        """A line to a server, whose descriptor the caller closes; None where none can be had.

        Whoever gets none starts one of its own, or tells why that cannot be.
        """
        if not self._servers:
            return None
        server, settled = self._servers[self._lent % len(self._servers)]
        self._lent += 1
        try:
            tier = settled.result()
        except NoIsolationError:
            return None
        return Loan(line=server.connect().detach(), scratch=server.mark, tier=tier) if server.lives else None
