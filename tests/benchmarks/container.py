"""How much memory and time `grade run-in gradescope` takes in Gradescope's default container, beside bare jax.

768 MB and half a core, in a control group where root can make one; else without limits, and that is said. Exercise 3
is packaged with the solution and handed in rightly; the bare script imports jax and makes the submission's own calls.
Memory is what all processes hold together, looked at all the time, and beside it how much of files the one that maps
most has mapped: libraries, which the system counts to the first that reads them and can read again where it must.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

import psutil

from grader.lms.package import Package, package_bytes
from tests.benchmarks.cold import ROOT, script, taken_down
from tests.lms.run_in.control_groups import group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.lms.run_in.control_groups import Group

MEMORY, CORES = 768 << 20, 0.5
EVERY = 0.01


class Watch:
    """As a context, looks at what a group holds, or at a process and all below it: ``most`` bytes, and ``mapped``."""

    def __init__(self, process: subprocess.Popen[bytes], room: Group | None) -> None:
        self.most = self.mapped = 0
        self._process, self._room = process, room
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(EVERY):
            sizes = list(self._sizes())
            private = self._group() if self._room else sum(size.rss - size.shared for size in sizes)
            self.most = max(self.most, private)
            self.mapped = max([self.mapped, *(size.shared for size in sizes)])

    def _group(self) -> int:
        found = dict(line.split() for line in (self._room.memory / "memory.stat").read_text().splitlines())
        return int(found["anon" if "anon" in found else "rss"]) + int(found.get("shmem", 0))

    def _sizes(self) -> Iterator[psutil.pmem]:
        with contextlib.suppress(psutil.Error):
            top = psutil.Process(self._process.pid)
            for one in (top, *top.children(recursive=True)):
                yield one.memory_info()


def measured(command: list[str], folder: Path, memory: int) -> tuple[float, int, int, int]:
    """Seconds, bytes held and mapped at most, and kills for want of memory, of a command in a room of its own."""
    with group(memory, CORES) as room:
        words = [*(room.enter if room else []), *command]
        started = time.perf_counter()
        process = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with Watch(process, room) as watch:
            process.wait(timeout=900)
        taken = time.perf_counter() - started
        return taken, watch.most, watch.mapped, room.kills if room else 0


def packaged(root: Path, exercise: str, memory: int) -> None:
    """Puts a package of the exercise, and its solution as what was handed in, where Gradescope has them."""
    place = root / "autograder"
    for folder in ("exercises", "solutions"):
        shutil.copytree(ROOT / folder / exercise, place / "source" / "course" / folder / exercise)
    shutil.copy(ROOT / "course.yaml", place / "source" / "course" / "course.yaml")
    package = Package(
        platform="gradescope", exercises=(exercise,), deadline=540, memory=memory, jitgrade="0.1.0", jax="0.10.2"
    )
    (place / "source" / "package.json").write_bytes(package_bytes(package))
    (place / "submission").mkdir()
    shutil.copy(ROOT / "solutions" / exercise / "solution.py", place / "submission" / "exercise.py")


def whole(figures: dict[str, float]) -> int:
    """What a run takes with its libraries, in MiB."""
    return int(figures["peak"] + figures["mapped"]) >> 20


def main() -> None:
    """Prints the table; its last line sums up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one round instead of five")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    parser.add_argument("--exercise", default="03_abs_static", metavar="FOLDER", help="another exercise")
    parser.add_argument("--memory", type=int, default=MEMORY >> 20, metavar="MIB", help="another size")
    options = parser.parse_args()
    asked = taken_down(options.exercise, ROOT / "solutions" / options.exercise / "solution.py")
    memory = options.memory << 20
    with group(memory, CORES) as room:
        limited = room is not None
    rows: dict[str, list[tuple[float, int, int, int]]] = {"grade run-in gradescope": [], "bare, own calls only": []}
    scores = []
    for _ in range(1 if options.quick else 5):
        with tempfile.TemporaryDirectory() as text:
            root = Path(text)
            packaged(root, options.exercise, memory)
            (root / "own.py").write_text(script(asked[:1]))
            words = [sys.executable, "-m", "grader", "run-in", "gradescope", "--root", str(root)]
            rows["grade run-in gradescope"].append(measured(words, root, memory))
            rows["bare, own calls only"].append(measured([sys.executable, "own.py"], root, memory))
            scores.append(json.loads((root / "autograder" / "results" / "results.json").read_bytes()).get("score"))
    print(f"{'':26}{'median s':>10}{'peak MiB':>10}{'mapped MiB':>12}{'kills':>7}")
    told = {}
    for name, found in rows.items():
        seconds = statistics.median(one[0] for one in found)
        most, mapped, kills = (max(one[at] for one in found) for at in (1, 2, 3))
        told[name] = {"seconds": seconds, "peak": most, "mapped": mapped, "kills": kills}
        print(f"{name:26}{seconds:10.2f}{most >> 20:10}{mapped >> 20:12}{kills:7}")
    ours, bare = told.values()
    room_said = f"{options.memory} MiB and {CORES} cores" if limited else "no limits, since none can be set here"
    print(
        f"{options.exercise} in {room_said}: {ours['seconds']:.1f} s and {whole(ours)} MiB beside bare jax's "
        f"{bare['seconds']:.1f} s and {whole(bare)} MiB; scores {scores}, {ours['kills']} kills"
    )
    if options.json:
        Path(options.json).write_text(json.dumps({"limited": limited, "scores": scores, **told}))


if __name__ == "__main__":
    main()
