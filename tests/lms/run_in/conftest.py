"""A platform's folders below a temporary one, with a package of the small course, and what a platform starts there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest

from grader.lms.package import Package, package_bytes

SMALL_COURSE = Path(__file__).parents[2] / "end_to_end" / "small_course"
LONGEST = 100
"""Seconds after which a run that should have ended by itself is given up."""
RIGHT = "def double(x):\n    return 2 * x\n"
IN_TIER = """
import functools
from grader.lms.run_in import entering, watching

process = '''
import functools, sys
from grader import grading
grading.Workshop = functools.partial(grading.Workshop, isolation="@tier@")
from grader.lms.run_in.process import main
sys.exit(main())
'''
entering.watched = functools.partial(watching.watched, program=("-P", "-c", process))
from grader.cli import main
main()
"""

WITH_CLOCK = """
import os, time, types
from grader.lms.run_in import watching

late = "@late@"
watching.time = types.SimpleNamespace(monotonic=lambda: time.monotonic() + 1e6 * os.path.exists(late))
from grader.cli import main
main()
"""


class Done(NamedTuple):
    """One run that ended: its exit code and what it said."""

    code: int
    out: str
    err: str


class Container:
    """Gradescope's folders, in which a submission is put and run."""

    def __init__(self, root: Path, *exercises: str, **fields: Any) -> None:
        self.root = root / "root"
        self.temporary = root / "temporary"
        self.submission = self.root / "autograder" / "submission"
        self.source = self.root / "autograder" / "source"
        self.result = self.root / "autograder" / "results" / "results.json"
        for folder in (self.temporary, self.submission, self.result.parent):
            folder.mkdir(parents=True)
        shutil.copytree(SMALL_COURSE, self.source / "course")
        self.describe(exercises=exercises or ("01_double",), **fields)

    def describe(self, **fields: Any) -> None:
        """Writes package.json."""
        usual = {"platform": "gradescope", "deadline": 90, "memory": 4 << 30, "jitgrade": "0.1.0", "jax": "0.10.2"}
        (self.source / "package.json").write_bytes(package_bytes(Package(**{**usual, **fields})))

    def hand_in(self, text: str | bytes, name: str = "exercise1.py") -> Path:
        """Puts a file where the platform puts a submission's."""
        path = self.submission / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    @property
    def late(self) -> Path:
        """A file; with ``clock``, its time is up as soon as this is there."""
        return self.root / "late"

    def start(
        self, *before: str, tier: str = "", clock: bool = False, platform: str = "gradescope", **environ: str
    ) -> subprocess.Popen[str]:
        """Starts what the platform starts; ``before`` are words of another program that starts it.

        ``tier`` makes it isolate as it would where nothing better can be had.
        """
        program = ["-c", IN_TIER.replace("@tier@", tier)] if tier else ["-m", "grader"]
        program = ["-c", WITH_CLOCK.replace("@late@", str(self.late))] if clock else program
        words = [*before, sys.executable, *program, "run-in", platform, "--root", str(self.root)]
        words += [] if platform == "gradescope" else ["--package", str(self.source)]
        return subprocess.Popen(
            words,
            env={**os.environ, "TMPDIR": str(self.temporary), **environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        )

    def end(self, process: subprocess.Popen[str]) -> Done:
        """Waits for its end, after which nothing may be left of it."""
        with process:
            try:
                out, err = process.communicate(timeout=LONGEST)
            finally:
                process.kill()
        assert self.living() == []
        assert list(self.temporary.iterdir()) == []
        assert [path for path in self.result.parent.iterdir() if path != self.result] == []
        return Done(process.returncode, out, err)

    def run(self, *before: str, **fields: Any) -> Done:
        """Runs what the platform starts to its end."""
        return self.end(self.start(*before, **fields))

    @property
    def told(self) -> dict[str, Any]:
        """What the platform was told."""
        return json.loads(self.result.read_bytes())

    @property
    def said(self) -> str:
        """All of it as one text, without what Markdown needs around some letters."""
        return self.result.read_text(encoding="utf-8").replace("\\", "")

    def living(self) -> list[str]:
        """The processes of a run in this container: those that name its folder."""
        found = []
        for process in psutil.process_iter():
            try:
                words = [*process.environ().values(), process.cwd(), *process.cmdline()]
                if process.status() != psutil.STATUS_ZOMBIE and any(str(self.temporary) in word for word in words):
                    found.append(" ".join(process.cmdline()))
            except (psutil.Error, OSError):
                continue
        return found


def until(happened, longest: float = 90) -> bool:
    """Waits for something to be true, and tells whether it came to be."""
    end = time.monotonic() + longest
    while not happened():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


@pytest.fixture
def container(tmp_path):
    """A container for exercise 1 of the small course."""
    return Container(tmp_path)
