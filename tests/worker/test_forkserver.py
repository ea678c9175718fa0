"""The fork server imports once what every worker would import."""

import subprocess
import sys

import pytest

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
