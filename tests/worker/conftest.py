"""Fresh workers for tests: one process imports the worker once and forks for each, as the fork server does."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grader.model.questions import Arguments, Call, JitOptions, Load
from grader.model.values import Array, Scalar
from grader.sandbox.protocol import decode_answer, encode, read_frame, write_frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.model.answers import Answer
    from grader.model.questions import Question
    from grader.model.values import Value

FORKS = """
import os, signal, socket, sys
from grader.worker.serve import serve
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
control = socket.socket(fileno=int(sys.argv[1]))
while True:
    message, line, _, _ = socket.recv_fds(control, 1, 1)
    if not message:
        break
    if os.fork() == 0:
        control.close()
        serve(line[0], line[0])
        os._exit(0)
    os.close(line[0])
"""


def scalar(value: object) -> Scalar:
    """A Python number, text or None as plain data."""
    kind = "none" if value is None else type(value).__name__
    return Scalar(type=kind, text=value if isinstance(value, str) else repr(value))  # type: ignore[arg-type]


def array(values: object, dtype: str = "float32", **more: Any) -> Array:
    """An array as plain data, by default a jax array."""
    made = np.asarray(values, dtype=dtype)
    return Array(dtype=dtype, shape=made.shape, data=made.tobytes(), **more)


class Asked:
    """A worker at the other end of a socket."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line

    def ask(self, question: Question) -> Answer | None:
        """The answer, or None where the worker is gone."""
        try:
            write_frame(self._line.fileno(), encode(question))
            data = read_frame(self._line.fileno())
        except OSError:
            return None
        return None if data is None else decode_answer(data)

    def load(self, source: str | bytes, function: str = "f", jit: Any = "none", **more: Any) -> Answer | None:
        """The answer to Load."""
        data = source if isinstance(source, bytes) else source.encode()
        options = JitOptions(**jit) if isinstance(jit, dict) else jit
        name = more.pop("name", "student.py")
        return self.ask(Load(source=data, name=name, function=function, jit=options, **more))

    def call(self, *positional: Value, keyword: dict[str, Value] | None = None, **more: Any) -> Answer | None:
        """The answer to Call."""
        return self.ask(Call(arguments=Arguments(positional=positional, keyword=keyword or {}), **more))

    def close(self) -> None:
        """Closes the line, so that the worker ends."""
        self._line.close()


@pytest.fixture(scope="session")
def forks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[socket.socket]:
    """The control socket of the process that forks workers."""
    ours, theirs = socket.socketpair()
    environment = {
        "PATH": os.environ["PATH"],
        "JAX_PLATFORMS": "cpu",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONWARNINGS": "error::RuntimeWarning",
    }
    process = subprocess.Popen(
        [sys.executable, "-c", FORKS, str(theirs.fileno())],
        pass_fds=[theirs.fileno()],
        env=environment,
        cwd=tmp_path_factory.mktemp("scratch"),
        stdout=subprocess.DEVNULL,
    )
    theirs.close()
    yield ours
    ours.close()
    process.wait(10)


@pytest.fixture(name="scalar")
def scalar_fixture() -> Callable[[object], Scalar]:
    """Makes plain data of Python numbers."""
    return scalar


@pytest.fixture(name="array")
def array_fixture() -> Callable[..., Array]:
    """Makes plain data of arrays."""
    return array


@pytest.fixture
def fresh(forks: socket.socket) -> Iterator[Callable[[], Asked]]:
    """Makes workers that have not loaded anything yet; closed after the test."""
    workers = []

    def make() -> Asked:
        ours, theirs = socket.socketpair()
        socket.send_fds(forks, [b"x"], [theirs.fileno()])
        theirs.close()
        workers.append(Asked(ours))
        return workers[-1]

    yield make
    for worker in workers:
        worker.close()


@pytest.fixture
def worker(fresh: Callable[[], Asked]) -> Asked:
    """One worker."""
    return fresh()
