"""``grade watch``: a verdict for each save, an endless one given up, nothing left at its end."""

from __future__ import annotations

import signal
import sys
import time

import psutil
import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Ctrl-C cannot be sent elsewhere")

RIGHT = "def double(x):\n    return 2 * x\n"
WRONG = "def double(x):\n    return 3 * x\n"
ENDLESS = "while True: pass\n"


def shown(process):
    """What it shows until it waits for the next save."""
    lines = []
    while not (line := process.stdout.readline()).endswith("Ctrl-C ends.\n"):
        assert line, f"it ended: {process.communicate()}"
        lines.append(line)
    return "".join([*lines, line])


def test_each_save_is_graded_and_an_endless_file_waits_for_nobody(desk, small_course):
    path = desk.write(WRONG, "exercise1.py")
    with desk.start("watch", "1", "--course", small_course) as process:
        try:
            assert "Not there yet" in shown(process)
            path.write_text(ENDLESS)
            time.sleep(1)  # it is being graded by now, or it is saved twice, which comes to the same
            path.write_text(RIGHT)
            told = shown(process)
            assert "passes now" in told
            assert "Since the save before" in told
            path.unlink()
            assert "gone" in shown(process)
        finally:
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (0, "\nStopped watching.\n", "")
    assert desk.running() == []
    assert list(desk.temporary.iterdir()) == []
    assert '"best": ' in (desk.folder / ".jitgrade.json").read_text()


def test_a_fork_server_that_dies_between_two_saves_is_replaced(desk, small_course):
    path = desk.write(WRONG, "exercise1.py")
    with desk.start("watch", "1", "--course", small_course) as process:
        try:
            assert "Not there yet" in shown(process)
            for one in psutil.Process(process.pid).children(recursive=True):
                one.kill()
            path.write_text(RIGHT)
            assert "passes now" in shown(process)
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=30)
    assert desk.running() == []


def test_a_signal_that_ends_it_is_told_by_the_exit_code(desk, small_course):
    with desk.start("watch", "1", "--course", small_course) as process:
        assert "There is no file for exercise 1 here yet" in shown(process)
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=30) == ("", "")
    assert process.returncode == 128 + signal.SIGTERM
    assert desk.running() == []
