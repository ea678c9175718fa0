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
    """How far an exercise has come: ``nudges`` given, ``best`` score, SHA-256 of the latest file that ``passed``.

    ``to_come`` are the points that the best report left pending, ``paid`` those that hints have cost.
    """

    nudges: int = 0
    best: float | None = None
    passed: str = ""
    to_come: float = 0.0
    paid: float = 0.0

    @property
    def begun(self) -> bool:
        """Whether anything was done for it."""
        return self.best is not None or self.nudges > 0

    @property
    def points(self) -> float:
        """The best score, less what hints have cost."""
        return max((self.best or 0.0) - self.paid, 0.0)

    def done(self, most: float) -> bool:
        """Whether all points are earned, but for those that only another machine can judge."""
        return self.best is not None and self.best + self.to_come >= most

    def nudged(self, nudges: int, price: float) -> Standing:
        """Returns the standing after so many hints, the latest for so many points."""
        return msgspec.structs.replace(self, nudges=nudges, paid=round(self.paid + price, 6))


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
        now = before = self.of(report.exercise)
        if before.best is None or report.score >= before.best:
            now = msgspec.structs.replace(now, best=report.score, to_come=report.pending_score)
        if report.status == "passed":
            now = msgspec.structs.replace(now, passed=report.submission.sha256)
        return self.having(report.exercise, now)


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
