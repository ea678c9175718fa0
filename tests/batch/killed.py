"""Kills `grade batch` at random moments and goes on each time: what comes of it must be that of an undisturbed run.

python -m tests.batch.killed [--rounds N] [--submissions N] [--jobs N] [--seed N]

The moments are drawn so that all kills hit one batch before it ends; where it ends sooner, another one begins.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Final, Self

from grader.batch.nouns import Begun, Finished, Graded
from grader.batch.results import latest, lines
from tests.attacks.killed import alive, locks, mounts, name_of

_COURSE: Final = Path(__file__).resolve().parents[1] / "end_to_end" / "small_course"
_EXERCISES: Final = ("exercise1", "exercise2", "exercise4")
_DOUBLE: Final = (
    "def double(x):\n    return 2 * x\n",
    "def double(x):\n    return 3 * x\n",
    "def double(x):\n    print(x)\n    return 2 * x\n",
    "import os\nos._exit(0)\n",
    "import jax\n\n\n@jax.jit\ndef double(x):\n    return x + x\n",
    "",
)
_TOTAL: Final = (
    'def total(parts):\n    return sum(parts["weight"] * item for item in parts["items"])\n',
    'def total(parts):\n    return sum(parts["items"])\n',
    'def total(parts):\n    parts["items"] = parts["items"][::-1]\n    return parts["weight"] * sum(parts["items"])\n',
)
_UNDISTURBED: Final = "undisturbed"
_WITHIN: Final = 0.8
"""The share of a batch that is done when the last kill comes, on the average."""
_LONGEST: Final = 20.0
_UNFINISHED: Final = 3600.0
_PR_SET_CHILD_SUBREAPER: Final = 36

Marks = dict[tuple[str, str], list[tuple[str, str, float | None]]]


def main() -> int:
    """Prints what it does; its last line sums up. 1 where anything differs or is left over."""
    options = _options()
    moments = random.Random(options.seed)
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # what a run orphans, falls to us
    wrong: list[str] = []
    with _Place(options.submissions, options.jobs) as place:
        begun = time.monotonic()
        first = place.finish(_UNDISTURBED)
        whole = time.monotonic() - begun
        wanted = place.marks(_UNDISTURBED)
        wrong += place.wrong(_UNDISTURBED, wanted)
        _say(f"undisturbed: {len(wanted)} submissions in {whole:.0f} s, the first after {first:.1f} s")
        last = _last_moment(first, max(whole - first, 0.1) / options.rounds * _WITHIN)
        kills, number = 0, 0
        while kills < options.rounds:
            number += 1
            name = f"batch {number}"
            while kills < options.rounds and not place.ended(name):
                moment, before = moments.uniform(0, last), place.graded(name)
                if not place.killed(name, moment):
                    _say(f"{name} came to its end before it could be killed again")
                    continue
                kills += 1
                left = place.left()
                wrong += [f"kill {kills}: {what} is left" for what in left]
                told = ", ".join(left) or "nothing is left"
                _say(f"kill {kills}: {name} after {moment:.2f} s, {before} → {place.graded(name)} graded; {told}")
            if not place.ended(name):
                place.finish(name)
            found = place.wrong(name, wanted)
            wrong += [f"{name}: {what}" for what in found]
            _say(f"{name} ended: {len(found) or 'nothing'} in it differs from the undisturbed run")
    for what in wrong:
        _say(what)
    good = "each graded once, all as undisturbed, nothing left over"
    told = f"{len(wrong)} things are wrong" if wrong else good
    _say(f"{kills} kills, {number} batches of {options.submissions} submissions: {told}")
    return 1 if wrong else 0


def _say(text: str) -> None:
    print(text, flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.batch.killed", description=__doc__)
    parser.add_argument("--rounds", type=int, default=50, metavar="N", help="kills (50)")
    parser.add_argument("--submissions", type=int, default=200, metavar="N", help="submissions of the batch (200)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="graded side by side (2)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="draws the moments (1)")
    return parser.parse_args()


def _last_moment(start: float, progress: float) -> float:
    """Up to when kills are drawn, in seconds, so that a run gets so far on the average.

    Of a run killed at m, max(m - start, 0) is progress; for m uniform up to L that is (L - start)² / 2L.
    """
    middle = start + progress
    return middle + math.sqrt(middle**2 - start**2)


class _Place:
    """A folder with a course, what a class handed in, and what came of it in each output folder."""

    def __init__(self, submissions: int, jobs: int) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="killed-batch-"))
        self._temporary = self._folder / "temporary"
        self._home = self._folder / "home"
        self._files = self._folder / "in"
        for place in (self._temporary, self._home, self._files):
            place.mkdir()
        self._course = shutil.copytree(_COURSE, self._folder / "course")
        self._jobs = jobs
        for name, text in islice(_handed_in(), submissions):
            (self._files / name).write_text(text)
        self._mounts = mounts()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Does away with all of it."""
        while survivors := alive():
            for process in survivors:
                with contextlib.suppress(Exception):
                    process.kill()
            time.sleep(0.01)
        shutil.rmtree(self._folder, ignore_errors=True)

    def finish(self, name: str) -> float:
        """Runs a batch to its end; how long its first result took, in seconds."""
        started = time.monotonic()
        process = self._start(name)
        while not (first := self.graded(name)) and process.poll() is None:
            time.sleep(0.02)
        first = time.monotonic() - started
        _, err = process.communicate(timeout=_UNFINISHED)
        if process.returncode:
            raise SystemExit(f"{name} ended with {process.returncode}: {err}")
        return first

    def killed(self, name: str, moment: float) -> bool:
        """Starts a batch, or goes on with it, and kills it after so many seconds; False where it had ended."""
        process = self._start(name)
        time.sleep(moment)
        process.kill()
        process.communicate()
        return process.returncode < 0

    def left(self) -> list[str]:
        """What there still is of a run that was killed, once it had time to go."""
        give_up = time.monotonic() + _LONGEST
        while (found := self._found()) and time.monotonic() < give_up:
            time.sleep(0.02)
        return found

    def graded(self, name: str) -> int:
        """How many results a batch has by now."""
        return sum(isinstance(line, Graded) for line in lines(self._results(name)))

    def ended(self, name: str) -> bool:
        """Whether a batch has all its results, and all that comes of it is written."""
        return any(isinstance(line, Finished) for line in lines(self._results(name)))

    def marks(self, name: str) -> Marks:
        """The status and the score of each check of each submission."""
        return {
            graded.submission.key: [(check.name, check.status, check.score) for check in graded.report.checks]
            for graded in latest(self._results(name))
        }

    def wrong(self, name: str, wanted: Marks) -> list[str]:
        """How a finished batch differs from what is wanted, and what should not be there."""
        told = []
        marks = self.marks(name)
        told += [f"{key} differs: {marks.get(key)}" for key in wanted if marks.get(key) != wanted[key]]
        told += [f"{key} was not handed in" for key in marks.keys() - wanted.keys()]
        found = list(lines(self._results(name)))
        times = Counter(line.submission.key for line in found if isinstance(line, Graded))
        told += [f"{key} was graded {count} times" for key, count in times.items() if count != 1]
        told += [f"it has {kind.__name__} not once" for kind in (Begun, Finished) if _number(found, kind) != 1]
        output = self._folder / name
        reports = {f"{student}/{exercise}.{form}" for student, exercise in wanted for form in ("json", "html")}
        there = {path.relative_to(output / "reports").as_posix() for path in (output / "reports").glob("*/*")}
        told += [f"there is no report {path}" for path in sorted(reports - there)]
        told += [f"{path} is left among the reports" for path in sorted(there - reports)]
        tables = {"results.jsonl", "reports", "students.csv", "checks.csv", "summary.txt"}
        told += [f"{path.name} is left" for path in output.iterdir() if path.name not in tables]
        told += [f"{what} is left" for what in self.left()]
        if (output / "students.csv").read_bytes() != (self._folder / _UNDISTURBED / "students.csv").read_bytes():
            told.append("students.csv differs")
        return told

    def _results(self, name: str) -> Path:
        return self._folder / name / "results.jsonl"

    def _start(self, name: str) -> subprocess.Popen[str]:
        pattern = ("--pattern", "{student}_{exercise}.py")
        words = ["--course", str(self._course), *pattern, "--jobs", str(self._jobs), "--output", name]
        ours = {"TMPDIR": str(self._temporary), "HOME": str(self._home), "COLUMNS": "200"}
        return subprocess.Popen(
            [sys.executable, "-m", "grader", "batch", str(self._files), *words],
            cwd=self._folder,
            env={**os.environ, **ours},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def _found(self) -> list[str]:
        """What there is at this moment of runs and of all they started."""
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        survivors = alive()
        found = [f"process {name_of(process)!r}" for process in survivors]
        found += [f"file {path}" for path in self._temporary.iterdir()]
        found += [f"mount {mount}" for mount in mounts() - self._mounts]
        return found + [f"lock {lock}" for lock in locks({process.pid for process in survivors})]


def _handed_in() -> Iterator[tuple[str, str]]:
    """Names and texts of files: each student has one for each exercise, right, wrong, impure, hostile or empty."""
    double, total = cycle(_DOUBLE), cycle(_TOTAL)
    number = 0
    while True:
        number += 1
        for exercise in _EXERCISES:
            text = next(total) if exercise == "exercise4" else next(double)
            yield f"student{number:03}_{exercise}.py", text


def _number(found: list[object], kind: type) -> int:
    return sum(isinstance(line, kind) for line in found)


if __name__ == "__main__":
    sys.exit(main())
