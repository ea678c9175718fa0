"""The most memory that processes hold together."""

from __future__ import annotations

import subprocess
import sys

import pytest

from grader.sandbox.peak import Peak

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it reads Linux's /proc")

_HOLDS = "data = bytearray(b'x' * (150 << 20)); {also}; print(flush=True); input()"
_ALSO_A_CHILD = "import os; os.fork()"


def peak(also):
    with (
        Peak() as measured,
        subprocess.Popen(
            [sys.executable, "-c", _HOLDS.format(also=also)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process,
    ):
        process.stdout.readline()
        for _ in range(20):
            if measured.bytes > 150 << 20:
                break
            measured._ended.wait(0.1)
        process.stdin.close()
    return measured.bytes


def test_what_a_child_holds_counts():
    assert peak("pass") > 150 << 20


def test_what_two_processes_share_counts_once():
    assert peak(_ALSO_A_CHILD) < peak("pass") + (75 << 20)
