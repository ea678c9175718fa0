"""What an instructor types for a class: everybody gets a report, however the others behave and the run is stopped."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import psutil
import pytest

from grader.batch.nouns import Graded
from grader.batch.results import latest, lines
from tests.end_to_end.conftest import HERE, Desk
from tests.end_to_end.test_stopped_runs import LONGEST, SLOW, until

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere a killed grader is not noticed")

IMPORTS = "import os, signal\nimport numpy as np\n"
RIGHT = "def double(x):\n    return 2 * x\n"
WRONG = "def double(x):\n    return 3 * x\n"
IMPURE = "def double(x):\n    print(x)\n    return 2 * x\n"
FORGED = """
for fd in range(3, 100):
    try:
        os.write(fd, b"\\x00\\x00\\x00\\x01\\x80" * 100)
    except OSError:
        pass
"""
MIXED: dict[str, tuple[str | bytes, str]] = {
    # the name of a file, what is in it, and what must come of it
    "01-right_exercise1.py": (RIGHT, "passed"),
    "02-leaves_exercise1.py": (f"{IMPORTS}os._exit(0)\n{RIGHT}", "failed"),
    "03-kills-parent_exercise1.py": (f"{IMPORTS}os.kill(os.getppid(), signal.SIGKILL)\n{RIGHT}", "failed"),
    "04-right_exercise2.py": (RIGHT, "passed"),
    "05-floods_exercise2.py": (f"{IMPORTS}while True: os.write(1, b'x' * 9999)\n{RIGHT}", "failed"),
    "06-forges_exercise2.py": (f"{IMPORTS}{FORGED}{RIGHT}", "failed"),
    "07-right_exercise1.py": (RIGHT, "passed"),
    "08-endless_exercise2.py": (f"while True: pass\n{RIGHT}", "failed"),
    "09-wrong_exercise1.py": (WRONG, "failed"),
    "10-hoards_exercise1.py": (f"{IMPORTS}A = np.ones(1_250_000_000)\n{RIGHT}", "failed"),
    "11-right_exercise2.py": (RIGHT, "passed"),
    "12-empty_exercise1.py": ("", "failed"),
    "13-binary_exercise1.py": (bytes(range(256)), "failed"),
    "14-huge_exercise1.py": (f"{RIGHT}# {'x' * (2 << 20)}\n", "failed"),
    "15-torn_exercise1.ipynb": ('{"cells": [', "failed"),
    "16-no-archive_exercise1.zip": (b"PK\3\4 and no more", "failed"),
    "20-right_exercise1.py": (RIGHT, "passed"),
}
UNREADABLE = ("17-a-pipe_exercise1.py", "18-a-link_exercise1.py", "19-a-loop_exercise1.py")
MISNAMED = ("exercise1.py", "21-right_exercise9.py", "22-right_exercise1.txt")
CLASS = {
    "anna_exercise1.py": RIGHT,
    "anna_exercise2.py": RIGHT,
    "ben_exercise1.py": IMPURE,
    "ben_exercise2.py": WRONG,
    "cleo_exercise1.py": WRONG,
    "cleo_exercise2.py": "",
}


class Batch:
    """What is typed for a folder of files at a desk, and the results that it leaves."""

    def __init__(self, desk: Desk, files: dict[str, Any], *more: str) -> None:
        self.desk = desk
        self.output = desk.folder / "grades"
        self._course = shutil.copytree(HERE / "small_course", desk.folder / "small_course")
        self._more = more
        (desk.folder / "in").mkdir()
        for name, text in files.items():
            desk.write(text, f"in/{name}")

    @property
    def words(self) -> tuple[object, ...]:
        """The command line."""
        pattern = ("--pattern", "{student}_{exercise}.*")
        return "batch", "in", "--course", self._course, *pattern, "--jobs", 2, *self._more

    def marks(self) -> dict[tuple[str, str], list[tuple[str, str, float | None]]]:
        """The status and the score of each check of each submission."""
        return {
            graded.submission.key: [(check.name, check.status, check.score) for check in graded.report.checks]
            for graded in latest(self.output / "results.jsonl")
        }

    def statuses(self) -> dict[str, str]:
        """What came of each file, by its name."""
        found = latest(self.output / "results.jsonl")
        return {Path(graded.submission.path).name: graded.report.status for graded in found}

    def graded(self) -> int:
        """How many results there are by now."""
        return sum(isinstance(line, Graded) for line in lines(self.output / "results.jsonl"))

    def times(self) -> set[int]:
        """How many results submissions have."""
        found = lines(self.output / "results.jsonl")
        return set(Counter(line.submission.key for line in found if isinstance(line, Graded)).values())

    def reports(self) -> set[str]:
        """The reports that there are, as STUDENT/EXERCISE.FORM."""
        folder = self.output / "reports"
        return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}

    def stopped(self, how: signal.Signals) -> tuple[int, str]:
        """Types it and stops it after its first result; what it ended with and said. It leaves nothing behind."""
        with self.desk.start(*self.words) as process:
            assert until(lambda: self.graded() > 0)
            if how is signal.SIGINT:
                os.killpg(process.pid, how)
            else:
                process.send_signal(how)
            _, err = process.communicate(timeout=LONGEST)
        assert "Traceback" not in err
        assert until(lambda: self.desk.running() == [])
        assert until(lambda: list(self.desk.temporary.iterdir()) == [])
        return process.returncode, err


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """A class of all kinds, graded, and how that ended."""
    desk = Desk(tmp_path_factory.mktemp("mixed"))
    batch = Batch(desk, {name: text for name, (text, _) in MIXED.items()} | dict.fromkeys(MISNAMED, RIGHT))
    pipe, link, loop = (desk.folder / "in" / name for name in UNREADABLE)
    os.mkfifo(pipe)
    link.symlink_to(HERE / "small_course/solutions/01_double/solution.py")
    loop.symlink_to(loop)
    return batch, desk.grade(*batch.words)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """What a class gets where nobody stops the run."""
    batch = Batch(Desk(tmp_path_factory.mktemp("undisturbed")), CLASS)
    assert batch.desk.grade(*batch.words).code == 0
    return batch.marks()


def test_everybody_is_graded_and_nobody_harms_the_next(mixed):
    batch, _ = mixed
    assert batch.statuses() == {name: status for name, (_, status) in MIXED.items()} | dict.fromkeys(
        UNREADABLE, "failed"
    )


def test_nothing_of_it_is_our_fault(mixed):
    _, done = mixed
    assert done.code == 1  # three files are called otherwise


def test_everybody_has_a_report(mixed):
    batch, _ = mixed
    folders = {"exercise1": "01_double", "exercise2": "02_brief"}
    wanted = [Path(name).stem.rsplit("_", 1) for name in (*MIXED, *UNREADABLE)]
    assert batch.reports() == {
        f"{student}/{folders[exercise]}.{form}" for student, exercise in wanted for form in ("html", "json")
    }


def test_what_is_called_otherwise_is_listed(mixed):
    batch, _ = mixed
    summary = (batch.output / "summary.txt").read_text(encoding="utf-8")
    assert [name for name in MISNAMED if name not in summary] == []


def test_a_batch_that_is_killed_is_gone_on_with_by_the_same_words(tmp_path, undisturbed):
    batch = Batch(Desk(tmp_path), CLASS)
    assert batch.stopped(signal.SIGKILL)[0] == -signal.SIGKILL
    before = batch.graded()
    done = batch.desk.grade(*batch.words)
    assert done.code == 0
    assert f"{before} graded already" in done.err
    assert (batch.marks(), batch.times()) == (undisturbed, {1})
    assert len(batch.reports()) == 2 * len(CLASS)


def test_control_c_says_how_to_go_on_and_the_same_words_do(tmp_path, undisturbed):
    batch = Batch(Desk(tmp_path), CLASS)
    code, err = batch.stopped(signal.SIGINT)
    assert code == 130
    assert "goes on from here" in err
    assert batch.desk.grade(*batch.words).code == 0
    assert (batch.marks(), batch.times()) == (undisturbed, {1})
    assert len(batch.reports()) == 2 * len(CLASS)


def test_a_grading_process_that_is_killed_costs_another_try(tmp_path):
    name = f"slow-{secrets.token_hex(4)}"  # what it calls itself is seen from outside of any isolation
    batch = Batch(Desk(tmp_path), {"a_exercise2.py": SLOW.replace("@name@", name), "b_exercise1.py": RIGHT})
    with batch.desk.start(*batch.words) as process:
        assert until(lambda: any(one.info["name"] == name for one in psutil.process_iter(["name"])))
        grading = [one for one in psutil.Process(process.pid).children() if "grader.batch.process" in one.cmdline()]
        assert grading
        for one in grading:
            one.kill()
        _, err = process.communicate(timeout=LONGEST)
    assert (process.returncode, "Traceback" in err) == (0, False)
    assert batch.statuses() == {"a_exercise2.py": "failed", "b_exercise1.py": "passed"}
    assert batch.times() == {1}
    assert until(lambda: batch.desk.running() == [])
