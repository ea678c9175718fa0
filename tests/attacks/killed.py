"""Kills `grade` at random moments, in every tier, and looks for what survives: processes, mounts, files, locks.

python -m tests.attacks.killed [--rounds N] [--tier TIER] [--seed N]
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, Self

import psutil

from grader.sandbox.tiers import TIERS, NoIsolationError, choose
from tests.attacks.leftovers import below

_COURSE: Final = Path(__file__).resolve().parents[1] / "end_to_end" / "small_course"
_NAME: Final = "killed-file"
_FILE: Final = f"""
import ctypes, os, time
ctypes.CDLL(None).prctl(15, b"{_NAME}", 0, 0, 0)
try:
    if os.fork() == 0:
        os.setsid()
        time.sleep(1000)
except OSError: pass
open("here", "w").write("x")
while True: pass
def double(x): return 2 * x
"""
_GRADE: Final = """
import sys
from grader.cli import main
from grader.sandbox.workshop import Workshop
begin = Workshop.__init__
def begin_in_that_tier(self, *words, **options):
    begin(self, *words, **{{**options, "require_isolation": "", "isolation": {tier!r}}})
Workshop.__init__ = begin_in_that_tier
sys.argv[0] = "grade"
main()
"""
_LATER: Final = 1.3  # as long again as it takes until the file runs
_START: Final = 60.0
_LONGEST: Final = 15.0
_PR_SET_CHILD_SUBREAPER: Final = 36


def main() -> int:
    """Prints what survived of each tier; its last line sums up. 1 where anything did."""
    options = _options()
    moments = random.Random(options.seed)
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # what a grader orphans, falls to us
    told, survived = [], 0
    for tier in options.tier or TIERS:
        try:
            choose(exactly=tier)
        except NoIsolationError as error:
            print(f"not run: {error}")
            continue
        latest, running, ended = _LATER * _start(tier), 0, 0
        for number in range(options.rounds):
            moment = options.moment[number % len(options.moment)] if options.moment else moments.uniform(0, 1)
            with _Grader(tier) as grader:
                alone, ran, left = grader.killed(moment * latest)
            running, ended = running + ran, ended + alone
            survived += bool(left)
            for what in left:
                print(f"{tier}, killed after {moment * latest:.2f} s: {what}")
        told.append(f"{options.rounds - ended} in {tier} ({running} while the file ran)")
        if ended:
            print(f"{tier}: {ended} of {options.rounds} had ended by themselves")
        survived += ended == options.rounds  # then nothing was shown
    if not told:
        print("no tier of these could be entered: nothing was killed")
        return 1
    print(f"graders killed: {', '.join(told)}; something survived of {survived or 'none'}")
    return 1 if survived else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.killed", description=__doc__)
    parser.add_argument("--rounds", type=int, default=100, metavar="N", help="kills in each tier (100)")
    parser.add_argument("--tier", action="append", choices=TIERS, help="this tier only (may be repeated)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="draws the moments (1)")
    parser.add_argument(
        "--moment", type=float, action="append", metavar="SECONDS", help="these in turn, not drawn ones"
    )
    return parser.parse_args()


class _Grader:
    """A grader of this tier at work on a file that never ends, with folders of its own."""

    def __init__(self, tier: str) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="killed-"))
        self._places = {name: self._folder / name for name in ("temporary", "home", "desk")}
        for place in self._places.values():
            place.mkdir()
        (self._places["desk"] / "mine.py").write_text(_FILE)
        self._mounts = mounts()
        course = shutil.copytree(_COURSE, self._folder / "course")
        ours = {"TMPDIR": str(self._places["temporary"]), "HOME": str(self._places["home"]), "COLUMNS": "200"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _GRADE.format(tier=tier), "1", "mine.py", "--course", str(course)],
            cwd=self._places["desk"],
            env={**os.environ, **ours},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Does away with it and with all that survived it."""
        while survivors := alive():
            for process in survivors:
                with contextlib.suppress(psutil.Error):
                    process.kill()
            time.sleep(0.01)
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def runs(self) -> bool:
        """Whether the file runs by now."""
        return any(name_of(process) == _NAME for process in below(self._process.pid))

    def killed(self, moment: float) -> tuple[bool, bool, list[str]]:
        """Kills it after so many seconds: whether it had ended by itself, whether the file ran, and what survives."""
        time.sleep(moment)
        ended, ran = self._process.poll() is not None, self.runs()
        self._process.kill()
        self._process.wait()
        give_up = time.monotonic() + _LONGEST
        while (found := self._found()) and time.monotonic() < give_up:
            time.sleep(0.02)
        return ended, ran, found

    def _found(self) -> list[str]:
        """What there is of it at this moment, and of all it started."""
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        survivors = alive()
        found = [f"process {name_of(process)!r}" for process in survivors]
        found += [
            f"file {path}" for place in self._places.values() for path in place.iterdir() if path.name != "mine.py"
        ]
        found += [f"mount {mount}" for mount in mounts() - self._mounts]
        return found + [f"lock {lock}" for lock in locks({process.pid for process in survivors})]


def _start(tier: str) -> float:
    """How long it takes here until the file runs, in seconds."""
    started = time.monotonic()
    with _Grader(tier) as grader:
        while not grader.runs() and time.monotonic() - started < _START:
            time.sleep(0.02)
        return time.monotonic() - started


def alive() -> list[psutil.Process]:
    """All processes below this one.

    One that loses its parent while we look has none that we know, so where nobody is seen we look once more.
    """
    for pause in (0.05, 0):
        if found := [process for process in below(os.getpid()) if name_of(process)]:
            return found
        time.sleep(pause)
    return []


def name_of(process: psutil.Process) -> str:
    """A process's name; nothing where it is gone or dead."""
    with contextlib.suppress(psutil.Error):
        if process.status() != psutil.STATUS_ZOMBIE:
            return process.name()
    return ""


def mounts() -> set[str]:
    with contextlib.suppress(OSError):
        return {" ".join(line.split()[3:5]) for line in Path("/proc/self/mountinfo").read_text().splitlines()}
    return set()


def locks(pids: set[int]) -> list[str]:
    """Locks that these processes hold."""
    with contextlib.suppress(OSError):
        lines = Path("/proc/locks").read_text().splitlines()
        return [line for line in lines if int(line.split()[4]) in pids]
    return []


if __name__ == "__main__":
    sys.exit(main())
