"""A run that is stopped half-way, however rudely, leaves no process and no file."""

from __future__ import annotations

import signal
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere a killed grader is not noticed")

SLOW = """
import os, time
if os.fork() == 0:
    os.setsid()
    time.sleep(1000)
print("here", file=open("reached", "w"))
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


def stopped(desk, course, number, *, reached):
    """Stops a run by a signal, once the file runs or (not ``reached``) as soon as there is a second process."""
    path = desk.write(SLOW)
    with desk.start(1, path, "--course", course) as process:
        assert until(lambda: any(desk.temporary.rglob("reached")) if reached else len(desk.running()) > 1)
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
