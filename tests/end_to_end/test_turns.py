"""Two who time on one device take turns; nobody's death and nobody's stubbornness blocks the next for ever."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from grader.sandbox.device_lock import DeviceLock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TIMED = """
import os, pathlib, time
from grader import Check, Verdict
log = pathlib.Path(__file__).with_name("log.txt")
class Timed(Check, tag="timed", frozen=True, kw_only=True):
    seconds: float = 0.5
    def judge(self, inquiry):
        with inquiry.device(), log.open("a") as lines:
            print(os.getpid(), file=lines, flush=True)
            time.sleep(self.seconds)
            print(os.getpid(), file=lines, flush=True)
        return Verdict(status="passed", earned=1.0, message="It was timed.")
"""
"""A check that has the device for a while."""
GRADE = """
import sys
from grader import inquiry
from grader.sandbox import device_lock
device_lock._SHARED, inquiry._PATIENCE = (sys.argv.pop(1),), float(sys.argv.pop(1))
from grader.cli import main
main()
"""
"""``grade`` with its locks in the folder, and the patience, that come first."""


@pytest.fixture
def exercise(small_course) -> Path:
    """The folder of an exercise whose last check has the device for half a second."""
    folder = small_course / "exercises" / "03_race"
    (folder / "checks.py").write_text(TIMED)
    lines = (folder / "exercise.yaml").read_text().splitlines(keepends=True)
    changed = ("  - {check: timed, points: 3}\n" if "speedup" in line else line for line in lines)
    (folder / "exercise.yaml").write_text("".join(changed))
    return folder


@pytest.fixture
def start(tmp_path, small_course, exercise) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Has the solution graded as that exercise."""
    started: list[subprocess.Popen[str]] = []
    locks = tmp_path / "locks"
    locks.mkdir()
    solution = small_course / "solutions" / exercise.name / "solution.py"

    def begin(patience: float = 60.0) -> subprocess.Popen[str]:
        words = [str(locks), str(patience), "3", str(solution), "--course", str(small_course), "--format", "json"]
        command = [sys.executable, "-c", GRADE, *words, "--device", "cpu"]
        started.append(
            subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        )
        return started[-1]

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def timed(process: subprocess.Popen[str]) -> dict:
    """The last check of the report that a run ends with."""
    out, err = process.communicate(timeout=100)
    assert err == ""
    return json.loads(out)["checks"][-1]


def test_two_that_time_at_once_take_turns(start, exercise):
    processes = [start(), start()]
    assert [timed(process)["status"] for process in processes] == ["passed", "passed"]
    log = (exercise / "log.txt").read_text().split()
    assert log[0] == log[1] != log[2] == log[3]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nobody is killed like that here")
def test_one_that_is_killed_while_it_times_is_in_nobodys_way(start, exercise):
    text = (exercise / "exercise.yaml").read_text()
    (exercise / "exercise.yaml").write_text(text.replace("timed, points", "timed, seconds: 1000, points"))
    with start() as first:
        while not (exercise / "log.txt").exists():
            assert first.poll() is None
            time.sleep(0.02)
        first.kill()
    (exercise / "exercise.yaml").write_text(text)
    assert timed(start())["status"] == "passed"


def test_one_that_is_not_done_in_time_makes_a_check_pending_and_is_named(start, tmp_path):
    with DeviceLock("cpu", timeout=0, folder=tmp_path / "locks"):
        process = start(patience=0.3)
        check = timed(process)
    assert (process.returncode, check["status"], check["score"]) == (4, "pending", None)
    assert f"process {os.getpid()} kept the cpu busy" in check["message"]
