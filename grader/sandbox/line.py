"""One worker's line as the grader holds it: a frame out, a frame in, never blocking, timed by the grader's clock."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from grader.sandbox.claims import ProtocolError
from grader.sandbox.frames import JOINED, announced, header

if TYPE_CHECKING:
    import socket
    from collections.abc import Sequence

    from grader.sandbox.shared import Shared

__all__ = ["Line"]

_FIRST: Final = 1 << 16


class Line:
    """The exchange of one question and its answer.

    ``answer`` is the latest answer's content once it is whole, ``memory`` a copy of the shared memory that belongs to
    it. ``fault`` says what the worker did to the line that no worker does; ``closed`` that it closed it.
    """

    def __init__(self, sock: socket.socket, shared: Shared | None = None) -> None:
        sock.setblocking(False)  # noqa: FBT003 - its parameter has no keyword
        self.sock = sock
        self.started = 0.0
        self.stopped = 0.0
        self.answer: memoryview | None = None
        self.memory = memoryview(b"")
        self.fault = ""
        self.closed = False
        self._shared = shared
        self._busy = False
        self._outgoing: list[memoryview] = []
        self._header = bytearray()
        self._size: int | None = None
        self._lodged = 0
        self._received = 0
        self._buffer = bytearray()  # kept from answer to answer, as the next, so that the clock sees no fresh memory
        self._copy = bytearray()

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._busy

    @property
    def settled(self) -> bool:
        """Whether waiting is over, one way or another."""
        return self.answer is not None or self.closed or bool(self.fault)

    @property
    def sending(self) -> bool:
        """Whether some of the question is still here."""
        return bool(self._outgoing)

    def begin(self, data: bytes, parts: Sequence[bytes | memoryview] = ()) -> None:
        """Sends a question, its ``parts`` through shared memory; the clock starts just before its first byte.

        What the memory held before belongs to the answer before, which is here by now.
        """
        self._header.clear()
        if self.answer is not None:
            self.answer.release()
        self.memory.release()
        self._size, self._received, self.answer, self._busy = None, 0, None, True
        self.started = time.perf_counter()
        head = header(len(data), self._shared.write(parts) if self._shared is not None and parts else 0)
        self._outgoing = [memoryview(part) for part in ([head + data] if len(data) <= JOINED else [head, data])]
        self.push()

    def push(self) -> None:
        """Sends as much as the system takes now."""
        try:
            while self._outgoing:
                sent = self.sock.send(self._outgoing[0])
                if sent == len(self._outgoing[0]):
                    self._outgoing.pop(0)
                else:
                    self._outgoing[0] = self._outgoing[0][sent:]
        except BlockingIOError:
            return
        except OSError:  # it closed its end; what it had sent before can still be read
            self._outgoing.clear()

    def pull(self) -> None:
        """Receives as much as is there now; without a question on its way, anything received is a fault."""
        try:
            self._pull()
        except BlockingIOError:
            return
        except ProtocolError as error:
            self.fault = str(error)
        except OSError:
            self.closed = True

    def _pull(self) -> None:
        if not self._busy:
            if self.sock.recv(1):
                self.fault = "an answer came without a question"
            else:
                self.closed = True
            return
        while self._size is None:
            sizes = announced(self._header, self._shared)
            if not isinstance(sizes, int):
                self._size, self._lodged = sizes
                break
            part = self.sock.recv(sizes - len(self._header))
            if not part:
                self.closed = True
                return
            self._header += part
        while self._received < self._size:
            if self._received == len(self._buffer):  # memory is taken as content comes, not as it is promised
                self._buffer += bytes(min(self._size - self._received, max(self._received, _FIRST)))
            with memoryview(self._buffer) as view, view[self._received : self._size] as rest:
                count = self.sock.recv_into(rest)
            if not count:
                self.closed = True
                return
            self._received += count
        self._take_memory()
        self.stopped = time.perf_counter()
        if self.sending:
            self.fault = "an answer came before its question was out"
        self.answer, self._busy = memoryview(self._buffer)[: self._size], False

    def _take_memory(self) -> None:
        """Copies what belongs to the answer out of shared memory, once: from here on it is what it was."""
        if len(self._copy) < self._lodged:
            self._copy = bytearray(self._lodged)
        self.memory = memoryview(self._copy)[: self._lodged]
        if self._shared is not None and self._lodged:
            self._shared.copy(self.memory)
