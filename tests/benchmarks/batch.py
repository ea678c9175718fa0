"""How long a class takes by `grade batch`, beside `nbgrader autograde` and `otter run`, and how that grows.

All tools grade the same notebooks, one tool after another as their users run them: nbgrader the whole assignment with
hidden tests, otter one command a submission. CPU seconds are those of all processes of a command. Then larger classes:
their rate, and the memory of all processes together when it is most.
"""

from __future__ import annotations

import argparse
import ctypes
import math
import os
import platform
import resource
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from importlib.metadata import version
from itertools import cycle
from pathlib import Path
from typing import Any, Final, Self
from unittest.mock import patch

import msgspec
import psutil

from grader.batch.examiner import Examiner
from grader.batch.nouns import Order, Submission, Task
from grader.batch.results import latest
from grader.sandbox.workshop import Workshop
from tests.attacks.leftovers import below
from tests.benchmarks.batch_peers import TESTS, NbGrader, Otter, hand_in, installed, surroundings

ROOT: Final = Path(__file__).resolve().parents[2]
_GOALS: Final = {"nbgrader autograde": 10, "otter run": 15}
_OURS: Final = "grade batch --no-timing"
_TIMED: Final = "grade batch"
_EXERCISES: Final = tuple(TESTS)
_LOOK: Final = 0.5  # seconds between two looks at memory
_LONGEST: Final = 20.0  # seconds
_PR_SET_CHILD_SUBREAPER: Final = 36


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What a tool took for one exercise: seconds in all, and what a submission takes."""

    exercise: str
    tool: str
    submissions: int
    passed: int
    seconds: float
    cpu: float
    workers: float

    @property
    def each(self) -> float:
        """Seconds a submission."""
        return self.seconds / self.submissions


class Size(msgspec.Struct, frozen=True, kw_only=True):
    """A larger class: how long it took, and the most memory at a time, in bytes."""

    submissions: int
    seconds: float
    memory: int


def main() -> None:
    """Prints the tables; its last line sums up."""
    options = _options()
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # so that orphans' CPU time is counted
    few, sizes = (6, (20, 60)) if options.quick else (40, (100, 1000))
    peers = installed(options.peers) if options.peers else {}
    ours = {"Python": platform.python_version(), "jax": version("jax"), "jitgrade": version("jitgrade")}
    print(f"ours: {_told(ours)}; peers: {_told(peers) or 'none'}; {psutil.cpu_count()} cores")
    if not peers:
        print("--peers PYTHON names an interpreter that has nbgrader, otter-grader, jax and ipykernel; only ours runs.")
    rows: list[Row] = []
    print(f"\n{'':16}{'':26}{'files':>6}{'passed':>8}{'s':>8}{'CPU s':>8}{'s each':>8}{'workers':>9}{'to ours':>9}")
    for exercise in _EXERCISES:
        with tempfile.TemporaryDirectory(prefix="batch-") as folder:
            for row in _compared(Path(folder), exercise, few, options.peers if peers else ""):
                rows.append(row)
                _print(row, next(each for each in rows if each.exercise == exercise))
    grown = []
    print(f"\n{_EXERCISES[0]}, {_OURS}:")
    for count in sizes:
        with tempfile.TemporaryDirectory(prefix="batch-") as folder:
            grown.append(_grown(Path(folder), count))
        size = grown[-1]
        rate, memory = 60 * size.submissions / size.seconds, size.memory / 2**20
        print(f"{size.submissions:6} submissions in {size.seconds:7.1f} s, {rate:5.0f} a minute, {memory:6.0f} MiB")
    if options.json:
        figures = {"ours": ours, "peers": peers, "rows": rows, "sizes": grown}
        Path(options.json).write_bytes(msgspec.json.encode(figures))
    ratios = _ratios(rows)
    told = [f"{ratios[tool]:.1f} times as quick as {tool} (goal: {goal})" for tool, goal in _GOALS.items() if ratios]
    more = grown[-1].memory / grown[0].memory
    print(
        f"\n{_EXERCISES[0]} without timing: {'; '.join(told) or 'beside no peers'}; "
        f"{sizes[-1]} submissions take {more:.2f} of the memory of {sizes[0]}"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.batch", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="6 submissions instead of 40; 20 and 60, not 100 and 1000")
    parser.add_argument("--peers", metavar="PYTHON", help="an interpreter that has nbgrader and otter-grader")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    return parser.parse_args()


def _compared(folder: Path, exercise: str, count: int, peers: str) -> list[Row]:
    """What each tool takes for a class."""
    paths = _class(folder, exercise, count)
    workers = _workers(exercise, paths)
    rows = []
    for tool, more in ((_OURS, ("--no-timing",)), (_TIMED, ())):
        seconds, cpu = _run([_grade(more)], folder, surroundings(folder))
        found = _passed(folder / "grades")
        timed = math.nan if tool == _TIMED else workers
        rows.append(_row(exercise, tool, count, found, (seconds, cpu), timed))
        shutil.rmtree(folder / "grades")
    if not peers:
        return rows
    for tool, kind in (("nbgrader autograde", NbGrader), ("otter run", Otter)):
        peer = kind(peers, folder, exercise)
        spent = _run(peer.commands, folder, peer.environment)
        rows.append(_row(exercise, tool, count, peer.full_marks(), spent, 1.0))
    return rows


def _row(exercise: str, tool: str, count: int, passed: int, spent: tuple[float, float], workers: float) -> Row:
    return Row(
        exercise=exercise,
        tool=tool,
        submissions=count,
        passed=passed,
        seconds=spent[0],
        cpu=spent[1],
        workers=workers,
    )


def _class(folder: Path, exercise: str, count: int) -> list[Path]:
    """Notebooks of a class: the solution, and in turn with it each of the wrong answers."""
    place = ROOT / "solutions" / exercise
    right = (place / "solution.py").read_text(encoding="utf-8")
    wrong = cycle(path.read_text(encoding="utf-8") for path in sorted((place / "wrong").glob("*.py")))
    texts = (right if number % 2 else next(wrong) for number in range(1, count + 1))
    return [hand_in(folder, exercise, number, text) for number, text in enumerate(texts, 1)]


def _grade(more: tuple[str, ...] = ()) -> list[str]:
    return [sys.executable, "-m", "grader", "batch", "submitted", "--course", str(ROOT), "--jobs", "2", *more]


def _run(commands: list[list[str]], folder: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Seconds, and CPU seconds of all processes, that commands take one after another."""
    _wait_for_orphans()
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    for command in commands:
        subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    seconds = time.perf_counter() - started
    _wait_for_orphans()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _wait_for_orphans() -> None:
    """Waits for what commands left behind and fell to us, so that its CPU time counts."""
    end = time.monotonic() + _LONGEST
    with suppress(ChildProcessError):
        while time.monotonic() < end:
            if not os.waitpid(-1, os.WNOHANG)[0]:
                time.sleep(0.02)


def _passed(output: Path) -> int:
    """How many lost no point, what is pending left aside."""
    statuses = [{check.status for check in one.report.checks} for one in latest(output / "results.jsonl")]
    return sum(found <= {"passed", "pending"} for found in statuses)


def _workers(exercise: str, paths: list[Path]) -> float:
    """How many workers a submission has on the average, those of the reference included."""
    opened = []
    begin = Workshop.open

    def counted(self: Workshop, *words: Any, **named: Any) -> Any:
        opened.append(1)
        return begin(self, *words, **named)

    order = Order(course=str(ROOT), seed=secrets.token_hex(16), timed=False)
    with patch.object(Workshop, "open", counted), Examiner(order) as examiner:
        for path in paths:
            submission = Submission(student=path.parts[-3], exercise=exercise, path=str(path))
            examiner.examine(Task(batch="", submission=submission))
    return len(opened) / len(paths)


class _Memory:
    """Looks now and then at the memory of all processes below this one; ``most`` is the most there was, in bytes."""

    def __init__(self) -> None:
        self.most = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(_LOOK):
            self.most = max(self.most, sum(map(_memory, below(psutil.Process().pid))))


def _memory(process: psutil.Process) -> int:
    """Bytes of a process, what it shares counted by its share, where the system tells that."""
    try:
        found = process.memory_full_info()
    except psutil.Error:
        return 0
    return getattr(found, "pss", 0) or found.rss


def _grown(folder: Path, count: int) -> Size:
    """A class of this size, graded."""
    _class(folder, _EXERCISES[0], count)
    with _Memory() as memory:
        seconds, _ = _run([_grade(("--no-timing",))], folder, surroundings(folder))
    return Size(submissions=count, seconds=seconds, memory=memory.most)


def _ratios(rows: list[Row]) -> dict[str, float]:
    """How many times as long peers take for the first exercise as we do without timing."""
    found = {row.tool: row.each for row in rows if row.exercise == _EXERCISES[0]}
    return {tool: found[tool] / found[_OURS] for tool in _GOALS if tool in found}


def _print(row: Row, ours: Row) -> None:
    workers = "" if math.isnan(row.workers) else f"{row.workers:.1f}"
    print(
        f"{row.exercise:16}{row.tool:26}{row.submissions:6}{row.passed:8}{row.seconds:8.1f}{row.cpu:8.1f}"
        f"{row.each:8.2f}{workers:>9}{row.each / ours.each:9.2f}"
    )


def _told(versions: dict[str, str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in versions.items())


if __name__ == "__main__":
    main()
