"""What a cluster costs beside a pool on the same machine, and whether it comes to the same results when a worker dies.

``python -m tests.benchmarks.cluster`` grades submissions of exercise 3, right and wrong ones, without what rests on
time: by three processes of a pool, by three workers of a scheduler on this machine, and by three of which one is killed
when a third of the results are there. ``--fake`` has processes grade that do nothing: what is left is the overhead.
"""

from __future__ import annotations

import argparse
import logging
import os
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import distributed

from grader.batch.child import PROGRAM
from grader.batch.cluster import Cluster
from grader.batch.nouns import Graded, Order, Submission, Task
from grader.batch.pool import Pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ROOT = Path(__file__).resolve().parents[2]
NAME = "03_abs_static"
FAKE = ("-P", str(ROOT / "tests" / "batch" / "fake_process.py"))
WORKERS = 3
LOCAL = {"host": "127.0.0.1", "dashboard_address": ":0"}


def tasks(count: int, folder: Path) -> list[Task]:
    """So many submissions: the solution and what is wrong, in turn."""
    texts = sorted((ROOT / "solutions" / NAME).rglob("*.py"))
    made = []
    for number in range(count):
        path = folder / f"s{number:05d}.py"
        path.write_bytes(texts[number % len(texts)].read_bytes())
        made.append(Task(batch="b", submission=Submission(student=path.stem, exercise=NAME, path=str(path))))
    return made


def marks(answer: object) -> object:
    """What must be the same of a result whoever graded it."""
    if not isinstance(answer, Graded):
        return answer
    report = answer.report
    return (
        report.status,
        report.score,
        [(check.name, check.status, check.score, check.message) for check in report.checks],
    )


def timed(
    what: str, done: Iterable[tuple[Task, object]], each: Callable[[int], None] = lambda _: None
) -> dict[str, object]:
    """Takes all results, tells how long that took and what it cost this process; returns the marks by student."""
    began, used = time.monotonic(), time.process_time()
    found: dict[str, object] = {}
    twice = 0
    for number, (task, answer) in enumerate(done):
        each(number)
        twice += task.submission.student in found
        found[task.submission.student] = marks(answer)
    seconds, cpu = time.monotonic() - began, time.process_time() - used
    count = len(found)
    print(f"{what:<28}{count:>6}{twice:>7}{seconds:>9.2f}{1e3 * seconds / count:>12.1f}{1e3 * cpu / count:>12.2f}")
    return found


def machines() -> distributed.SpecCluster:
    """A scheduler, and workers of one thread each in processes of their own."""
    worker = {"cls": distributed.Nanny, "options": {"nthreads": 1, "silence_logs": logging.CRITICAL, **LOCAL}}
    return distributed.SpecCluster(
        workers=dict.fromkeys(range(WORKERS), worker),
        scheduler={"cls": distributed.Scheduler, "options": {"port": 0, **LOCAL}},
        silence_logs=logging.CRITICAL,
    )


def killing(address: str, after: int) -> Callable[[int], None]:
    """Kills a worker once so many results are there."""

    def kill(number: int) -> None:
        if number == after:
            with distributed.Client(address, set_as_default=False) as client:
                os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)

    return kill


def main() -> int:
    """Prints a row for each way; 1 where results differ."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--submissions", type=int, default=120)
    words.add_argument("--fake", action="store_true")
    asked = words.parse_args()
    program = FAKE if asked.fake else PROGRAM
    order = Order(course=str(ROOT), seed="5e" * 16, timed=False)
    print(f"{'':<28}{'graded':>6}{'twice':>7}{'seconds':>9}{'ms each':>12}{'client ms':>12}")
    with tempfile.TemporaryDirectory() as folder:
        all_tasks = tasks(asked.submissions, Path(folder))
        found = []
        with Pool(order, WORKERS, program) as pool:
            found.append(timed("pool", pool.results(all_tasks)))
        for what in ("cluster", "cluster, a worker killed"):
            with machines() as cluster:
                cluster.wait_for_workers(WORKERS)
                address = cluster.scheduler_address
                kill = killing(address, asked.submissions // 3) if "killed" in what else lambda _: None
                with Cluster(address, order, print, program) as graders:
                    found.append(timed(what, graders.results(all_tasks), kill))
    differing = [student for student in found[0] if any(other.get(student) != found[0][student] for other in found)]
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"{len(differing)} results differ; this process, with the scheduler in it, had {most} MiB at most")
    for student in differing[:5]:
        print(student, *(other.get(student) for other in found), sep="\n  ")
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main())
