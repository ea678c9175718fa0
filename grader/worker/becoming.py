"""The last steps of a process on its way to being a worker: signals, random state, the question loop, a quiet end."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import sys
import traceback
from typing import TYPE_CHECKING, NoReturn, TextIO

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.sandbox.protocol import Timed

__all__ = ["become", "settle_to_be_timed", "stay_on_host", "warm"]

_OURS = 70  # exit status: the worker's own code failed


def stay_on_host() -> None:
    """Keeps jax to the processor. It has been imported by now, so its environment variable would come too late."""
    import jax

    jax.config.update("jax_platforms", "cpu")  # type: ignore[no-untyped-call]  # jax leaves it untyped


def settle_to_be_timed(timed: Timed) -> None:
    """Keeps the process to its core, and sets what jax reads when its backend starts: so this comes before."""
    import jax

    if timed.core is not None and hasattr(os, "sched_setaffinity"):
        with contextlib.suppress(OSError):  # the core was taken away meanwhile; then it stays where it may be
            os.sched_setaffinity(0, {timed.core})
    os.environ.update(timed.variables)
    for name, value in timed.settings.items():
        jax.config.update(name, val=value)  # type: ignore[no-untyped-call]  # as above


def warm() -> None:
    """Starts jax's backend and compiles a first program, so that the file need not wait for that."""
    import jax

    np.asarray(jax.jit(lambda x: x + 1)(np.zeros(2, np.float32)))


def become(serve: Callable[[int, int], None], read_fd: int, write_fd: int) -> NoReturn:
    """Answers questions until the line closes or the file leaves the process; then ends without a clean-up.

    Threads, exit handlers and destructors that a student's file left behind get no further say.
    """
    faulthandler.enable(file=2)
    if hasattr(signal, "SIGUSR1") and hasattr(signal, "SIGXCPU"):
        faulthandler.register(signal.SIGUSR1, file=2)  # the grader asks so where an endless file is
        faulthandler.register(signal.SIGXCPU, file=2, chain=True)  # and where one was that used up its CPU time
    # A fork copies NumPy's global generator; two workers that drew the same numbers would look pure.
    np.random.seed()  # noqa: NPY002 - the global generator is what students use
    stdout, stderr = _text(1), _text(2)
    vars(sys).update(stdout=stdout, __stdout__=stdout, stderr=stderr, __stderr__=stderr)
    status = 0
    try:
        serve(read_fd, write_fd)
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except BaseException:  # noqa: BLE001 - whatever it is, the grader must learn that the fault is not the file's
        traceback.print_exc()
        status = _OURS
    with contextlib.suppress(Exception):  # the file may have closed or replaced them
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status & 0xFF)


def _text(fd: int) -> TextIO:
    """A text stream that passes each line on at once: what was printed has left the process when it is killed.

    Made anew, since the one that Python made at its start may believe that its descriptor is still a file.
    """
    return open(fd, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)
