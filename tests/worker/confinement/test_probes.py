"""The probes find what a host lets a worker do, and say in a sentence what it does not."""

from __future__ import annotations

import json
import os
import sys

import pytest

if sys.platform != "linux":
    pytest.skip("these locks are of Linux only", allow_module_level=True)

from grader.worker.confinement import landlock

PROBE = """
import signal, sys
from grader.worker.confinement import kernel, landlock, probes, seccomp
{}
print(json.dumps(probes.probe()))
"""


@pytest.fixture
def probed(locked):
    """What the probes say after some lines of preparation."""

    def run(preparation: str = "") -> dict[str, str]:
        done = locked(PROBE.format(preparation))
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def test_each_lock_is_told_of(probed):
    assert list(probed()) == ["landlock", "seccomp", "uid"]


def test_a_lock_that_holds_is_an_empty_text(probed):
    told = probed()
    assert told["landlock"] == landlock.missing()
    assert told["seccomp"] == ""
    assert (told["uid"] == "") == (os.geteuid() == 0)


def test_without_root_there_is_no_user_for_each_worker(probed):
    leave = "if os.geteuid() == 0: os.setuid(60100)"
    assert probed(leave)["uid"] == "only root can give each worker a user of its own"


@pytest.mark.parametrize(
    ("lock", "broken", "sentence"),
    [
        ("landlock", "landlock.missing = lambda: 'no Landlock: too old'", "no Landlock: too old"),
        (
            "landlock",
            "landlock.missing = lambda: ''; landlock.restrict = lambda readable, writable: 1",
            "Landlock was entered, but a file that it should refuse can still be opened",
        ),
        (
            "seccomp",
            "seccomp.install = lambda: None",
            "seccomp was entered, but sockets can still be made",
        ),
        (
            "seccomp",
            "seccomp.install = lambda: os.kill(os.getpid(), signal.SIGSYS)",
            "seccomp: trying it ended with signal SIGSYS",
        ),
        (
            "seccomp",
            "seccomp.machine = lambda name: (_ for _ in ()).throw(OSError(38, 'no table of system calls for abacus'))",
            "seccomp cannot be had: no table of system calls for abacus",
        ),
    ],
)
def test_a_lock_that_does_not_hold_is_told_with_the_reason(probed, lock, broken, sentence):
    assert probed(broken)[lock] == sentence


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes a user")
def test_a_user_who_stays_root_is_found(probed):
    assert probed("kernel.become_user = lambda uid, gid: None")["uid"] == "user 60100 can become root again"


def test_probing_leaves_no_process_behind(locked):
    script = """
from grader.worker.confinement import probes
probes.probe()
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    print("none")
"""
    assert locked(script).stdout == "none\n"


def test_probing_loads_nothing_slow(locked):
    script = "import sys; from grader.worker.confinement import probes; print(*sys.modules)"
    assert not {"jax", "numpy", "msgspec", "tempfile", "subprocess"} & set(locked(script).stdout.split())
