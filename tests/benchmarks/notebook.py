"""What a process kept beside a kernel gains: one cell graded by one that is kept, by a new one each time, and typed.

``python -m tests.benchmarks.notebook [--rounds N]``. The three take turns, so that a busy machine is busy for all.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from grader.notebook.companion import Companion
from grader.notebook.nouns import Answer, CellRequest

ROOT = Path(__file__).parent.parent.parent
SOLUTION = ROOT / "solutions" / "03_abs_static" / "solution.py"


def main() -> None:
    """Measures, and prints the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=8)
    rounds = parser.parse_args().rounds
    request = CellRequest(folder=str(ROOT), words="exercise3", text=SOLUTION.read_text(encoding="utf-8"))
    kept = Companion()
    graded(kept, request)
    took: dict[str, list[float]] = {"kept": [], "new": [], "typed": []}
    for _ in range(rounds):
        took["kept"].append(graded(kept, request))
        new = Companion()
        took["new"].append(graded(new, request))
        new.close()
        took["typed"].append(typed())
    for name, seconds in took.items():
        print(f"{name:6} median {statistics.median(seconds):.2f} s, {min(seconds):.2f} to {max(seconds):.2f} s")
    tree = [psutil.Process(), *psutil.Process().children(recursive=True)][1:]
    print(
        f"held while idle: {sum(one.memory_full_info().pss for one in tree) / 2**20:.0f} MiB in {len(tree)} processes"
    )
    kept.close()


def graded(companion: Companion, request: CellRequest) -> float:
    """The seconds until a request was answered, with all points."""
    start = time.perf_counter()
    answer = companion.ask(request)
    took = time.perf_counter() - start
    assert isinstance(answer, Answer), answer
    assert answer.points == 10, answer.text
    return took


def typed() -> float:
    """The seconds that ``grade 3 FILE`` takes."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        words = [sys.executable, "-m", "grader", "3", SOLUTION, "--course", ROOT]
        subprocess.run(words, cwd=folder, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - start


if __name__ == "__main__":
    main()
