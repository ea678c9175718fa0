"""A run that is stopped half-way, however rudely, leaves no process and no file."""

from __future__ import annotations

import secrets
import signal
import sys
import time

import psutil
import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere a killed grader is not noticed")

SLOW = """
import ctypes, os, time
try:
    if os.fork() == 0:
        os.setsid()
        time.sleep(1000)
except PermissionError:
    pass
PR_SET_NAME = 15
ctypes.CDLL(None).prctl(PR_SET_NAME, b"@name@", 0, 0, 0)
while True: pass
def double(x): return 2 * x
"""
LONGEST = 30


def until(happened):
    """Waits for something to be true, and tells whether it came to be."""
    end = time.monotonic() + LONGEST
    while not happened():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def _runs(name):
    """Whether a process of this name runs."""
    return any(process.info["name"] == name for process in psutil.process_iter(["name"]))


def stopped(desk, course, number, *, reached):
    """Stops a run by a signal, once the file runs or (not ``reached``) as soon as there is a second process."""
    name = f"slow-{secrets.token_hex(4)}"  # what it calls itself is seen from outside of any isolation
    path = desk.write(SLOW.replace("@name@", name))
    with desk.start(1, path, "--course", course) as process:
        assert until(lambda: _runs(name) if reached else len(desk.running()) > 1)
        process.send_signal(number)
        out, err = process.communicate(timeout=LONGEST)
    assert "Traceback" not in out + err
    assert until(lambda: desk.running() == [])
    assert until(lambda: list(desk.temporary.iterdir()) == [])
    return process.returncode


@pytest.mark.parametrize("attempt", range(5))
def test_a_run_that_is_killed_leaves_nothing(desk, small_course, attempt):
    assert stopped(desk, small_course, signal.SIGKILL, reached=attempt % 2 == 0) == -signal.SIGKILL


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_run_that_is_asked_to_end_leaves_nothing(desk, small_course, number):
    assert stopped(desk, small_course, number, reached=True) != 0


def test_control_c_says_so_and_leaves_nothing(desk, small_course):
    assert stopped(desk, small_course, signal.SIGINT, reached=True) == 130
