"""What a user types, in a process of its own, and a small course to type it for; nothing may be left of any run."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import psutil
import pytest

from grader.course import read_course, read_exercise
from grader.course.course import find_exercise
from grader.grading import grade
from grader.model.exercise import Source
from grader.reports.plain import plain
from grader.sandbox.workshop import Workshop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HERE = Path(__file__).parent
LONGEST = 100
"""Seconds after which a run that should have ended by itself is given up."""


class Done(NamedTuple):
    """One run of ``grade`` that ended: its exit code and what it said."""

    code: int
    out: str
    err: str

    @property
    def report(self) -> dict[str, Any]:
        """The report it wrote as JSON."""
        return json.loads(self.out)

    @property
    def lost(self) -> dict[str, Any]:
        """The first check of its report that did not pass."""
        return next(check for check in self.report["checks"] if check["status"] != "passed")


class Desk:
    """A folder to type ``grade`` in, with temporary files in a folder of its own, by which each run is known."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "work"
        self.temporary = folder / "temporary"
        self.folder.mkdir()
        self.temporary.mkdir()

    def start(self, *words: object) -> subprocess.Popen[str]:
        """Starts ``grade`` with these words, as a shell does: in a process group of its own."""
        ours = {"COLUMNS": "200", "TMPDIR": str(self.temporary)}
        return subprocess.Popen(
            [sys.executable, "-m", "grader", *map(str, words)],
            cwd=self.folder,
            env={**os.environ, **ours},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **({} if sys.platform == "win32" else {"process_group": 0}),
        )

    def grade(self, *words: object) -> Done:
        """Runs ``grade`` with these words to its end: no traceback, no process and no file may be left of it."""
        with self.start(*words) as process:
            try:
                out, err = process.communicate(timeout=LONGEST)
            finally:
                process.kill()
        assert "Traceback" not in out + err
        assert self.running() == []
        assert list(self.temporary.iterdir()) == []
        return Done(process.returncode, out, err)

    def write(self, text: str | bytes, name: str = "mine.py") -> Path:
        """Writes a file to hand in."""
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def running(self) -> list[str]:
        """The processes of any run at this desk: known by their environment, their folder or their words."""
        found = []
        for process in filter(self._is_ours, psutil.process_iter()):
            with contextlib.suppress(psutil.Error):  # it ended meanwhile
                found.append(" ".join(process.cmdline()))
        return found

    def _is_ours(self, process: psutil.Process) -> bool:
        return belongs(process, self.temporary)


def belongs(process: psutil.Process, folder: Path) -> bool:
    """Whether a process that lives names a folder in its environment or its words, or is in it."""
    try:
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        told = [*process.environ().values(), process.cwd(), *process.cmdline()]
    except (psutil.Error, OSError):  # gone, not ours to look at, or in a folder too deep to name
        return False
    return any(str(folder) in text for text in told)


class Table:
    """One workshop that grades file after file; of none may a process or a file be left when its report is there."""

    def __init__(self, workshop: Workshop, folder: Path) -> None:
        self._workshop = workshop
        self._folder = folder
        self.grade("def double(x):\n    return 2 * x\n")  # what is there then is the workshop's own
        self._before = self._there()
        assert self._before[0]

    def grade(self, text: str | bytes, exercise: int = 1) -> dict[str, Any]:
        """Grades a text as an exercise of the small course; returns the report as it is in JSON."""
        course = msgspec.structs.replace(read_course(HERE / "small_course"), accelerator="gpu")
        data = text if isinstance(text, bytes) else text.encode()
        asked = read_exercise(find_exercise(course, str(exercise)), course)
        report = grade(Source(name="mine.py", data=data), asked, workshop=self._workshop, course=course)
        return json.loads(msgspec.json.encode(plain(report)))

    def graded(self, text: str | bytes, exercise: int = 1) -> tuple[str, dict[str, Any]]:
        """The status of the report, and the first check that did not pass."""
        report = self.grade(text, exercise)
        assert self._there() == self._before
        return report["status"], next(check for check in report["checks"] if check["status"] != "passed")

    def _there(self) -> tuple[set[int], set[str]]:
        """The processes that belong to the workshop, and what lies in its folder."""
        processes = {process.pid for process in psutil.process_iter() if belongs(process, self._folder)}
        return processes, {str(path) for path in self._folder.rglob("*")}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A workshop for all files of a module, with temporary files in a folder of its own."""
    folder = tmp_path_factory.mktemp("table")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(folder))
        with Workshop() as workshop:
            yield Table(workshop, folder)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk of one's own."""
    return Desk(tmp_path)


@pytest.fixture
def small_course(tmp_path: Path) -> Path:
    """A copy of a course of three exercises: 1 double, 2 brief (three seconds), 3 race (for a GPU)."""
    return shutil.copytree(HERE / "small_course", tmp_path / "small_course")


@pytest.fixture
def change() -> Callable[[Path, str, str], None]:
    """Replaces a text that a file must contain."""

    def replaced(path: Path, old: str, new: str) -> None:
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    return replaced


@pytest.fixture
def judged(desk: Desk, small_course: Path) -> Callable[..., Done]:
    """Grades a text as an exercise of the small course, reported as JSON."""

    def grade(text: str | bytes, exercise: int = 1, *words: object) -> Done:
        path = desk.write(text)
        return desk.grade(exercise, path, "--course", small_course, "--format", "json", *words)

    return grade
