"""The fork server imports once what every worker would import."""

import socket
import subprocess
import sys

import pytest

from grader.sandbox.server import Server
from grader.sandbox.tiers import NoIsolationError

pytest.importorskip("fcntl", reason="the fork server is for Linux")

SCRIPT = """
import importlib, sys
import grader.worker.serve, jax.numpy
from grader.worker.forkserver import FIRST_COMPILED
for name in FIRST_COMPILED:
    importlib.import_module(name)
before = set(sys.modules)
jax.jit(lambda x: x + 1)(1.0)
print(*sorted({name for name in sys.modules if name.split(".")[0] in ("jax", "jaxlib")} - before))
"""


def test_compiling_imports_nothing_of_jax_that_was_not_there_before_the_fork():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == []


def test_a_client_s_line_stays_open_until_a_server_that_lost_its_owner_has_cleared_everything(tmp_path):
    scratch = tmp_path / "scratch"
    server = Server("cpu", scratch, exactly="landlock")
    try:
        server.settle()
    except NoIsolationError as error:
        server.close(gently=False)
        pytest.skip(str(error))
    line = server.connect()
    while not scratch.exists():
        assert server.lives
    (scratch / "left").mkdir()
    server._desk.shutdown(socket.SHUT_RDWR)  # what the system does where its owner is killed
    with line:
        assert line.recv(1) == b""
    assert not scratch.exists()
    server.close()
