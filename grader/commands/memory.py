"""What the folder a student works in remembers: hints given, best scores, which file passed. In ``.jitgrade.json``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grader.commands.screen import write_file

if TYPE_CHECKING:
    from grader.model.report import Report

__all__ = ["Memory", "Standing", "recall", "remember"]

NAME = ".jitgrade.json"


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How far an exercise has come: ``nudges`` given, ``best`` score, SHA-256 of the latest file that ``passed``."""

    nudges: int = 0
    best: float | None = None
    passed: str = ""

    def nudged(self, nudges: int) -> Standing:
        """Returns the standing after so many hints."""
        return msgspec.structs.replace(self, nudges=nudges)


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """The standing of each exercise, by its slug."""

    format: int = 1
    exercises: dict[str, Standing] = {}

    def of(self, slug: str) -> Standing:
        """Returns an exercise's standing; a new one where nothing is known."""
        return self.exercises.get(slug, Standing())

    def having(self, slug: str, standing: Standing) -> Memory:
        """Returns the memory with this standing in it."""
        return msgspec.structs.replace(self, exercises={**self.exercises, slug: standing})

    def graded(self, report: Report) -> Memory:
        """Returns the memory with a settled report in it; a report of a fault of ours leaves no trace."""
        if report.status == "broken":
            return self
        before = self.of(report.exercise)
        best = report.score if before.best is None else max(before.best, report.score)
        passed = report.submission.sha256 if report.status == "passed" else before.passed
        return self.having(report.exercise, msgspec.structs.replace(before, best=best, passed=passed))


def recall(folder: Path) -> Memory:
    """Returns what the folder remembers; what cannot be read is forgotten."""
    try:
        return msgspec.json.decode((folder / NAME).read_bytes(), type=Memory)
    except (OSError, msgspec.DecodeError):
        return Memory()


def remember(folder: Path, memory: Memory) -> None:
    """Writes down what the folder is to remember; where it cannot be written, nothing is remembered."""
    try:
        write_file(folder / NAME, msgspec.json.format(msgspec.json.encode(memory), indent=2).decode() + "\n")
    except OSError:
        return
