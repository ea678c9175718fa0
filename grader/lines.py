"""What a process that answers lines of text does besides: its streams, what it waits for, and how it leaves."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, BinaryIO, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

__all__ = ["Lines"]


class Lines:
    """The lines that come on standard input, and the way back to whoever writes them.

    What anything prints goes to standard error from now on. When the input ends, in the middle of an answer if need
    be, the process leaves in good order: whoever started it is gone then, or has had enough. With ``patience``, in
    seconds, the lines also end when none comes for so long.
    """

    def __init__(self, *, patience: float | None = None) -> None:
        tempfile.gettempdir()  # it looks by making a file, which must not stay where we are told to leave in the middle
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started us, who then ends us
        signal.signal(signal.SIGTERM, _leave)
        # A stream of our own: Python must not find another thread waiting in its own one when it ends.
        given = os.fdopen(os.dup(0), "rb")
        self._answers = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # what anything prints must not get among the answers
        self._patience = patience
        self._waiting: SimpleQueue[bytes] = SimpleQueue()
        threading.Thread(target=_listen, args=(given, self._waiting), name="lines", daemon=True).start()

    def __iter__(self) -> Iterator[bytes]:
        """Each line as it comes."""
        with suppress(Empty):
            while line := self._waiting.get(timeout=self._patience):
                yield line

    def answer(self, data: bytes) -> None:
        """Writes one line."""
        self._answers.write(data + b"\n")
        self._answers.flush()


def _listen(given: BinaryIO, waiting: SimpleQueue[bytes]) -> None:
    """Hands on each line; at the end of the input, has the main thread leave in good order."""
    for line in given:
        waiting.put(line)
    waiting.put(b"")
    if os.name == "posix":  # what is being done is given up
        os.kill(os.getpid(), signal.SIGTERM)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    del number, frame
    sys.exit(0)
