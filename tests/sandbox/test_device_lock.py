"""One timing job a device at a time, whoever else may write where the lock lies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from grader.sandbox import device_lock
from grader.sandbox.device_lock import DeviceBusyError, DeviceLock

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HOLD = """
import sys, time
from pathlib import Path
from grader.sandbox.device_lock import DeviceLock
with DeviceLock("cpu", timeout=20, folder=Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""
TURNS = """
import os, sys, time
from pathlib import Path
from grader.sandbox.device_lock import DeviceLock
folder = Path(sys.argv[1])
for _ in range(20):
    with DeviceLock("cpu", timeout=60, folder=folder), open(folder / "log", "a") as log:
        print(os.getpid(), file=log, flush=True)
        time.sleep(0.002)
        print(os.getpid(), file=log, flush=True)
"""
posix = pytest.mark.skipif(os.name != "posix", reason="permissions and links are those of POSIX")
not_root = pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may open every file")


@pytest.fixture
def lock(tmp_path: Path) -> Callable[..., DeviceLock]:
    """Makes a lock of a device in a folder of its own; waited for no time at all, unless said."""

    def make(device: str = "cpu", timeout: float = 0.0) -> DeviceLock:
        return DeviceLock(device, timeout=timeout, folder=tmp_path)

    return make


@pytest.fixture
def holder(tmp_path):
    """Another process that holds the lock."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == b"held\n"
        yield process
        process.kill()


def test_it_is_free_again_once_its_owner_is_done_and_nothing_is_left(lock, tmp_path):
    for _ in range(2):
        with lock():
            pass
    assert list(tmp_path.iterdir()) == []


def test_a_second_one_is_told_who_is_timing(lock, holder):
    with pytest.raises(DeviceBusyError, match=f"^process {holder.pid} kept the cpu busy$"), lock():
        pytest.fail("two had it at once")


def test_it_is_not_had_twice_in_one_process_either(lock):
    with lock(), pytest.raises(DeviceBusyError, match=str(os.getpid())), lock():
        pytest.fail("two had it at once")


def test_another_device_is_free(lock, holder):
    del holder
    with lock("gpu-0"):
        pass


def test_who_waits_has_it_next(lock, holder):
    threading.Timer(0.2, holder.stdin.close).start()
    with lock(timeout=60):
        pass


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nobody is killed like that here")
def test_a_killed_owners_lock_is_recovered(lock, holder, tmp_path):
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()
    assert (tmp_path / "jitgrade-cpu.lock").exists()
    with lock():
        pass


def test_processes_take_turns(tmp_path):
    command = [sys.executable, "-c", TURNS, str(tmp_path)]
    for process in [subprocess.Popen(command) for _ in range(3)]:
        assert process.wait(60) == 0
    log = (tmp_path / "log").read_text().split()
    assert len(log) == 120
    assert all(first == second for first, second in zip(log[::2], log[1::2], strict=True))


class _Clock:
    """A clock that goes on while somebody sleeps, and has something happen each second."""

    def __init__(self, each_second) -> None:
        self.now = 0.0
        self._each_second = each_second

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        before, self.now = self.now, self.now + seconds
        if int(before) != int(self.now):
            self._each_second(int(self.now))


@pytest.fixture
def waited(lock, tmp_path, monkeypatch):
    """Waits for a lock that another owner takes in each of these seconds, and that is free from ``until`` on.

    Returns the second at which the wait is over, and what was said if it was in vain.
    """

    def wait(timeout, taken=(), until=None):
        holder = lock()
        holder.__enter__()

        def happen(second):
            if second == until:
                holder.__exit__()
            elif second in taken:
                os.utime(tmp_path / "jitgrade-cpu.lock", ns=(second, second))

        clock = _Clock(happen)
        monkeypatch.setattr(device_lock, "time", clock)
        try:
            with lock(timeout=timeout):
                return round(clock.now), ""
        except DeviceBusyError as busy:
            return round(clock.now), str(busy)
        finally:
            holder.__exit__()

    return wait


def test_one_owner_is_waited_for_as_long_as_was_said(waited):
    assert waited(20, until=15) == (15, "")
    second, told = waited(20)
    assert second == 20
    assert told.endswith(" kept the cpu busy for 20 s")


def test_a_queue_that_moves_is_waited_for_longer(waited):
    assert waited(5, taken=range(3, 30, 3), until=30) == (30, "")


def test_but_not_for_ever(waited):
    assert waited(5, taken=range(1, 1000)) == (50, "others kept the cpu busy, one after another, for 50 s")


@posix
@pytest.mark.parametrize("make", ["link", "dangling", "folder", "queue"])
def test_what_others_put_in_its_place_is_neither_followed_nor_waited_for(lock, tmp_path, make):
    place, elsewhere = tmp_path / "jitgrade-cpu.lock", tmp_path / "elsewhere"
    if make == "link":
        elsewhere.write_text("precious")
        place.symlink_to(elsewhere)
    elif make == "dangling":
        place.symlink_to(elsewhere)
    elif make == "folder":
        place.mkdir()
    else:
        os.mkfifo(place)
    with pytest.raises(DeviceBusyError, match=r"jitgrade-cpu\.lock"), lock():
        pytest.fail("it was taken for a lock")
    assert not elsewhere.exists() or elsewhere.read_text() == "precious"


@posix
@pytest.mark.parametrize("text", ["\x1b[31mroot, your grade is 10\n", "", "9" * 20, "9" * 10, "²", "4194305"])
def test_a_file_that_says_nonsense_is_not_quoted(lock, tmp_path, text):
    import fcntl

    with (tmp_path / "jitgrade-cpu.lock").open("w") as file:
        file.write(text)
        file.flush()
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(DeviceBusyError, match=r"^another process kept the cpu busy$"), lock():
            pytest.fail("two had it at once")


@posix
def test_a_file_of_anothers_that_can_be_read_is_enough(lock, tmp_path):
    """Whoever was killed left it there, and it need not be ours."""
    place = tmp_path / "jitgrade-cpu.lock"
    place.touch(mode=0o444)
    with lock(), pytest.raises(DeviceBusyError), lock():
        pytest.fail("two had it at once")


@not_root
def test_a_file_that_others_closed_is_told_of(lock, tmp_path):
    (tmp_path / "jitgrade-cpu.lock").touch(mode=0o000)
    with pytest.raises(DeviceBusyError, match="could not be opened"), lock():
        pytest.fail("it was opened")


@posix
def test_everybody_may_read_it_whatever_the_umask(lock, tmp_path):
    before = os.umask(0o077)
    try:
        with lock():
            assert (tmp_path / "jitgrade-cpu.lock").stat().st_mode & 0o777 == 0o644
    finally:
        os.umask(before)
