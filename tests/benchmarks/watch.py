"""How soon a save in `grade watch` has its verdict, beside a cold `grade` of the same file in the same run.

``python -m tests.benchmarks.watch [EXERCISE …] [--quick] [--json FILE]``. Both grade a solution and its starter, as a
student sees them: from the save to what is shown of it, and from typing to the end. They take turns, so that a busy
machine is busy for both. Where speed is judged, its timing takes as long either way; a save shows all else before it.
A file that computes for seconds by itself gains less (the starter of exercise 1, which loops in Python).
"""

from __future__ import annotations

import argparse
import json
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from grader.course import find_exercise, read_course

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
ASKED = 0.4
END = "Ctrl-C ends.\n"


@contextmanager
def watching(word: str, file: Path) -> Iterator[subprocess.Popen[bytes]]:
    """``grade watch`` over a file, which it has graded once."""
    words = [sys.executable, "-m", "grader", "watch", word, file.name, "--course", str(ROOT)]
    process = subprocess.Popen(words, cwd=file.parent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        report(process)
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


def report(process: subprocess.Popen[bytes]) -> tuple[str, float]:
    """What it shows until it waits for the next save, and when its first verdict was there."""
    assert process.stdout is not None
    lines: list[str] = []
    first = 0.0
    while not lines or not lines[-1].endswith(END):
        lines.append(process.stdout.readline().decode())
        assert lines[-1], "it ended"
        if not first and lines[-1].startswith("Timing"):
            first = time.perf_counter()
    return "".join(lines), first or time.perf_counter()


def cold(word: str, file: Path) -> float:
    """The seconds that ``grade EXERCISE FILE`` takes."""
    words = [sys.executable, "-m", "grader", word, file.name, "--course", str(ROOT)]
    started = time.perf_counter()
    subprocess.run(words, cwd=file.parent, stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - started


def saved(process: subprocess.Popen[bytes], file: Path, data: bytes) -> tuple[float, float]:
    """The seconds from a save to its first verdict, and to all of it."""
    started = time.perf_counter()
    file.write_bytes(data)
    shown, first = report(process)
    whole = time.perf_counter() - started
    assert "of 10 points" in shown, shown
    return first - started, whole


def measured(word: str, rounds: int) -> dict[str, dict[str, list[float]]]:
    """The seconds of each way, by file."""
    folder = find_exercise(read_course(ROOT), word)
    files = {
        "solution": (ROOT / "solutions" / folder.name / "solution.py").read_bytes(),
        "starter": (folder / "starter.py").read_bytes(),
    }
    took: dict[str, dict[str, list[float]]] = {name: {"cold": [], "verdict": [], "whole": []} for name in files}
    with tempfile.TemporaryDirectory() as place:
        file, other = Path(place, "mine.py"), Path(place, "cold.py")
        file.write_bytes(files["starter"])
        with watching(word, file) as process:
            for data in files.values():  # once before it counts: the solution's answers are kept from then on
                saved(process, file, data)
            for number in range(rounds):
                for name, data in files.items():
                    this = data + f"\n# save {number}\n".encode()
                    other.write_bytes(this)
                    took[name]["cold"].append(cold(word, other))
                    verdict, whole = saved(process, file, this)
                    took[name]["verdict"].append(verdict)
                    took[name]["whole"].append(whole)
    return took


def main() -> None:
    """Prints the table; its last line sums up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exercises", nargs="*", default=["3", "6", "7"])
    parser.add_argument("--quick", action="store_true", help="three rounds instead of ten")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    options = parser.parse_args()
    print(f"{'exercise':10}{'file':10}{'cold s':>8}{'verdict s':>11}{'whole s':>9}{'verdict/cold':>14}")
    figures, ratios = {}, []
    for word in options.exercises:
        figures[word] = measured(word, 3 if options.quick else 10)
        for name, took in figures[word].items():
            cold_, verdict, whole = (statistics.median(seconds) for seconds in took.values())
            ratios.append(verdict / cold_)
            print(f"{word:10}{name:10}{cold_:8.2f}{verdict:11.2f}{whole:9.2f}{ratios[-1]:14.2f}")
    if options.json:
        Path(options.json).write_text(json.dumps({"seconds": figures, "ratios": ratios}))
    print(f"a save has its verdict in at most {max(ratios):.2f} of a cold grade (asked: {ASKED})")


if __name__ == "__main__":
    main()
