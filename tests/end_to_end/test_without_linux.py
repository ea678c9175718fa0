"""Students grade themselves on macOS and Windows: nothing on that way asks for a module that only Linux has."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from grader.course import read_course, read_exercise, read_submission
from grader.course.course import find_exercise
from grader.grading import grade
from grader.sandbox.workshop import Workshop

ROOT = Path(__file__).parents[2]

ABSENT = """
import sys

ABSENT = ("resource", "fcntl", "pwd", "grp", "termios", "grader.worker.confinement", "grader.worker.forkserver")


class Absent:
    def find_spec(self, name, path=None, target=None):
        if name in ABSENT or name.startswith("grader.worker.confinement."):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


for name in ABSENT:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Absent())
import ctypes
import os
import signal

ctypes.CDLL = None
for gone in ("fork", "sched_setaffinity", "sched_getaffinity", "posix_spawn", "memfd_create", "unshare", "setns"):
    if hasattr(os, gone):
        delattr(os, gone)
for gone in ("SIGUSR1", "SIGXCPU", "pthread_sigmask"):
    if hasattr(signal, gone):
        delattr(signal, gone)
"""
"""Takes away what macOS or Windows lacks; psutil, which is made for each system, keeps what it has."""

WORKER = f"{ABSENT}\nfrom grader.worker.__main__ import main\nmain()\n"
GRADER = f"""
import psutil
{ABSENT}
import json
from grader.course import read_course, read_exercise, read_submission
from grader.course.course import find_exercise
from grader.grading import grade
from grader.sandbox.workshop import Workshop
from pathlib import Path

root = Path({str(ROOT)!r})
opened = read_course(root)
exercise = read_exercise(find_exercise(opened, "3"), opened)
submission = read_submission(root / sys.argv[1], exercise)
start = [sys.executable, "-I", "-B", "-c", {WORKER!r}]
with Workshop(fork=False, start=start) as workshop:
    report = grade(submission, exercise, workshop=workshop, course=opened)
told = {{check.name: [check.status, check.message] for check in report.checks}}
print(json.dumps([report.status, report.score, report.environment.isolation, told, sorted(sys.modules)]))
"""


def graded(path: str) -> list:
    """Status, score, tier, checks and the grader's own modules, for a file handed in as exercise 3."""
    done = subprocess.run(
        [sys.executable, "-c", GRADER, path], capture_output=True, text=True, timeout=110, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_a_solution_earns_all_its_points_where_nothing_of_linux_is():
    status, score, tier, told, modules = graded("solutions/03_abs_static/solution.py")
    assert (status, score, tier) == ("passed", 10, "limits"), told
    assert not {"resource", "fcntl", "pwd", "grp", "termios"} & set(modules)
    assert not [name for name in modules if name.startswith("grader.worker")]


def test_a_wrong_answer_is_told_there_as_everywhere():
    status, _, _, told, _ = graded("exercises/03_abs_static/starter.py")
    assert status == "failed"
    assert "on line" in next(message for verdict, message in told.values() if verdict == "failed")


def test_a_worker_that_cannot_start_is_our_fault_and_costs_no_points():
    opened = read_course(ROOT)
    exercise = read_exercise(find_exercise(opened, "3"), opened)
    submission = read_submission(ROOT / "solutions" / "03_abs_static" / "solution.py", exercise)
    start = [sys.executable, "-I", "-c", "raise SystemExit('no jax here')"]
    with Workshop(fork=False, start=start) as workshop:
        report = grade(submission, exercise, workshop=workshop, course=opened)
    assert (report.status, report.checks[0].name, report.checks[0].status) == ("broken", "loads", "broken")
