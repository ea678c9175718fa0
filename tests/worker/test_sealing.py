"""Which functions a file replaced; each probe runs in a process of its own, since it spoils it."""

from __future__ import annotations

import subprocess
import sys

import pytest

BEGIN = "import jax, grader.worker.serve as serve\nfrom grader.worker.sealing import OURS, Seal\nseal = Seal()\n"
END = "\nprint(seal.broken(), seal.broken(OURS))"


def told(change):
    done = subprocess.run([sys.executable, "-c", BEGIN + change + END], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize(
    "change",
    [
        "",
        "import jax.experimental.sparse, jax.scipy.stats, jax.debug, numpy.testing, logging, unittest, multiprocessing",
        "jax.config.update('jax_enable_x64', True); jax.numpy.ones(3) + 1; jax.clear_caches()",
        "import numpy; numpy.bool = bool; numpy.mine = jax.mine = len",
        "import builtins, sys; builtins.input = builtins.open = len; sys.excepthook = len",
    ],
    ids=["nothing", "imports", "settings", "names of one's own", "what is made to be replaced"],
)
def test_what_honest_files_do_breaks_no_seal(change):
    assert told(change) == "[] []"


def test_a_function_in_another_ones_place_is_named():
    assert told("jax.jit = len") == "['jax.jit'] []"


def test_a_function_with_other_code_is_named():
    change = "jax.clear_caches.__code__ = (lambda: None).__code__"
    assert "'jax.clear_caches'" in told(change)


def test_what_belongs_to_the_worker_is_told_apart():
    assert told("serve.examine = len") == "['grader.worker.serve.examine'] ['grader.worker.serve.examine']"
