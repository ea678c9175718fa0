"""How long nbgrader takes for a class as it comes, with our preprocessors, and by `grade batch --nbgrader`.

All three grade the same students' code, one after another, on the same machine. As it comes, nbgrader has the hidden
tests that an instructor would write for it; by us it has the check cells that `grade nbgrader build` makes. Each way
ends with the gradebook written, and what it exports is what counts as passed. CPU seconds are those of all processes.
"""

from __future__ import annotations

import argparse
import csv
import ctypes
import json
import os
import platform
import subprocess
import sys
import tempfile
from importlib.metadata import version
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import msgspec
import psutil

from tests.benchmarks.batch import ROOT, _run
from tests.benchmarks.batch_peers import NbGrader, hand_in, surroundings

_EXERCISE: Final = "03_abs_static"
_PLAIN: Final = "nbgrader autograde"
_INSIDE: Final = "nbgrader autograde, our preprocessors"
_BATCH: Final = "grade batch --nbgrader --jobs 2"
_PR_SET_CHILD_SUBREAPER: Final = 36


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What a way of grading took for the class, and how many got all points."""

    way: str
    notebooks: int
    passed: int
    seconds: float
    cpu: float

    @property
    def each(self) -> float:
        """Seconds a notebook."""
        return self.seconds / self.notebooks


def main() -> None:
    """Prints the table; its last line sums up."""
    options = _options()
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # so that orphans' CPU time is counted
    lacking = [name for name in ("nbgrader", "ipykernel") if find_spec(name) is None]
    if lacking:
        raise SystemExit(f"this needs more packages: pip install 'jitgrade[nbgrader]' {' '.join(lacking)}")
    count = 6 if options.quick else 40
    packages = ("jax", "nbgrader", "jitgrade")
    versions = {"Python": platform.python_version(), **{name: version(name) for name in packages if _has(name)}}
    print(", ".join(f"{name} {number}" for name, number in versions.items()) + f"; {psutil.cpu_count()} cores")
    print(f"{_EXERCISE}: {count} notebooks, half of them the solution, half wrong answers\n")
    print(f"{'':40}{'files':>6}{'passed':>8}{'s':>8}{'CPU s':>8}{'s each':>8}{'times':>8}")
    rows: list[Row] = []
    for way, measured in ((_PLAIN, _as_it_comes), (_INSIDE, _inside), (_BATCH, _batch)):
        with tempfile.TemporaryDirectory(prefix="nbgrader-") as folder:
            rows.append(measured(way, Path(folder), count))
        row = rows[-1]
        times = rows[0].each / row.each
        print(
            f"{row.way:40}{row.notebooks:6}{row.passed:8}{row.seconds:8.1f}{row.cpu:8.1f}{row.each:8.2f}{times:8.1f}",
            flush=True,
        )
    if options.json:
        Path(options.json).write_bytes(msgspec.json.encode({"versions": versions, "rows": rows}))
    plain, inside, batch = rows
    agree = "the same" if plain.passed == inside.passed == batch.passed else "NOT THE SAME"
    print(
        f"\nwith our preprocessors {plain.each / inside.each:.1f} times, by `grade batch --nbgrader` "
        f"{plain.each / batch.each:.1f} times as quick as nbgrader as it comes; all ways pass {agree} number"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.nbgrader", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="6 notebooks instead of 40")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    return parser.parse_args()


def _has(name: str) -> bool:
    try:
        version(name)
    except ModuleNotFoundError:
        return False
    return True


def _answers(count: int) -> list[str]:
    """The code of a class: the solution, and in turn with it each of the wrong answers; none twice the same."""
    place = ROOT / "solutions" / _EXERCISE
    right = (place / "solution.py").read_text(encoding="utf-8")
    wrong = cycle(path.read_text(encoding="utf-8") for path in sorted((place / "wrong").glob("*.py")))
    return [
        f"{right if number % 2 else next(wrong)}\n# handed in by student {number}\n" for number in range(1, count + 1)
    ]


def _as_it_comes(way: str, folder: Path, count: int) -> Row:
    """By nbgrader with hidden tests, as an instructor has them without us."""
    for number, text in enumerate(_answers(count), 1):
        hand_in(folder, _EXERCISE, number, text)
    peer = NbGrader(sys.executable, folder, _EXERCISE)
    seconds, cpu = _run(peer.commands, folder, peer.environment)
    return Row(way=way, notebooks=count, passed=peer.full_marks(), seconds=seconds, cpu=cpu)


def _inside(way: str, folder: Path, count: int) -> Row:
    """By nbgrader, in which our preprocessors grade."""
    environment = _built(folder, count)
    command = [sys.executable, "-m", "nbgrader", "autograde", _EXERCISE]
    seconds, cpu = _run([command], folder, environment)
    return Row(way=way, notebooks=count, passed=_passed(folder, environment), seconds=seconds, cpu=cpu)


def _batch(way: str, folder: Path, count: int) -> Row:
    """By our batches, which write the gradebook in the end."""
    environment = _built(folder, count)
    command = [sys.executable, "-m", "grader", "batch", "--nbgrader", "--jobs", "2", "--course", str(ROOT)]
    seconds, cpu = _run([command], folder, environment)
    return Row(way=way, notebooks=count, passed=_passed(folder, environment), seconds=seconds, cpu=cpu)


def _built(folder: Path, count: int) -> dict[str, str]:
    """Makes a course folder with our notebooks, and hands in the class; returns the environment for commands."""
    environment = surroundings(folder, sys.executable)
    environment["PYTHONPATH"] += f"{os.pathsep}{ROOT}"
    grade = [sys.executable, "-m", "grader", "nbgrader"]
    _typed([*grade, "init", str(folder), "--course", str(ROOT)], folder, environment)
    _typed([*grade, "build", _EXERCISE, "--assignment", _EXERCISE], folder, environment)
    _typed([sys.executable, "-m", "nbgrader", "generate_assignment", _EXERCISE], folder, environment)
    (released,) = (folder / "release").rglob("*.ipynb")
    for number, text in enumerate(_answers(count), 1):
        notebook = json.loads(released.read_text(encoding="utf-8"))
        _answer_cell(notebook)["source"] = text
        path = folder / "submitted" / f"student{number:04}" / _EXERCISE / released.name
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(notebook), encoding="utf-8")
    return environment


def _answer_cell(notebook: dict[str, Any]) -> dict[str, Any]:
    marks = [(cell, cell["metadata"].get("nbgrader", {})) for cell in notebook["cells"]]
    return next(cell for cell, mark in marks if mark.get("solution"))


def _typed(words: list[str], folder: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr[-3000:]}")


def _passed(folder: Path, environment: dict[str, str]) -> int:
    """How many got all points, by the table that nbgrader exports."""
    _typed([sys.executable, "-m", "nbgrader", "export"], folder, environment)
    with (folder / "grades.csv").open(encoding="utf-8") as file:
        return sum(float(row["raw_score"] or 0) == float(row["max_score"]) for row in csv.DictReader(file))


if __name__ == "__main__":
    main()
