"""What a batch is about: submissions with whose they are, and what became of them, as lines of a results file."""

from __future__ import annotations

from datetime import datetime

import msgspec

from grader.model.exercise import Source
from grader.model.report import Report

__all__ = ["Begun", "Fault", "Finished", "Graded", "Line", "Listed", "Misfit", "Order", "Submission", "Task"]

SCHEMA = "jitgrade/batch/1"


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """One file to grade: whose it is, for which exercise (its folder's name), when it was handed in, if that is known.

    ``path`` is absolute; ``sha256`` is of the file's bytes, "" where it cannot be read. ``due`` is where the layout
    tells it. ``note`` is what a reader should know of it, that it is empty say.
    """

    student: str
    exercise: str
    path: str
    sha256: str = ""
    handed_in: datetime | None = None
    due: datetime | None = None
    note: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Whose it is and for what: a batch grades one submission for each."""
        return self.student, self.exercise


class Misfit(msgspec.Struct, frozen=True, kw_only=True):
    """A file that is not graded, and why: a sentence that says what to do about it.

    ``student`` and ``exercise`` (its folder's name) say whose it is and for what, "" where that is not known. ``files``
    is how many files it stands for: those of a folder, or 0 where there is none. ``absent`` says that nothing was
    handed in there, so that no file waits for anybody.
    """

    path: str
    reason: str
    student: str = ""
    exercise: str = ""
    files: int = 1
    absent: bool = False


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What all submissions of a batch have in common, as every process that grades needs it.

    ``timed`` False leaves what depends on time pending; ``seed`` is the batch's, from which each exercise's follows.
    """

    course: str
    seed: str
    device: str = ""
    require_isolation: str = ""
    timed: bool = True


class Begun(msgspec.Struct, frozen=True, kw_only=True, tag="begun", tag_field="line"):
    """The first line of a batch: its name, when it began (UTC), and what it grades by."""

    schema: str = SCHEMA
    batch: str
    at: datetime
    order: Order
    course: str


class Graded(msgspec.Struct, frozen=True, kw_only=True, tag="graded", tag_field="line"):
    """One submission's report, in the batch of this name. ``seconds`` is what grading it took in all."""

    batch: str
    at: datetime
    submission: Submission
    report: Report
    seconds: float = 0.0


class Listed(msgspec.Struct, frozen=True, kw_only=True, tag="listed", tag_field="line"):
    """What a run of a batch found besides submissions: the students of its roster, and files that it does not grade."""

    batch: str
    students: tuple[str, ...] = ()
    misfits: tuple[Misfit, ...] = ()


class Finished(msgspec.Struct, frozen=True, kw_only=True, tag="finished", tag_field="line"):
    """The last line of a batch: all that it was to grade has been graded, and all that comes of it is written."""

    batch: str
    at: datetime


class Fault(msgspec.Struct, frozen=True, kw_only=True, tag="fault", tag_field="line"):
    """Instead of a result: our own failure at one submission, or a ``final`` one, after which nothing is graded."""

    message: str
    final: bool = False


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A submission to grade in a batch, or an ``earlier`` result of it whose pending checks are to be judged.

    Where that is not simply the file, or whoever grades has other files than whoever asks, ``source`` is what was
    handed in; ``digest`` is what the exercise has to come to.
    """

    batch: str
    submission: Submission
    earlier: Graded | None = None
    source: Source | None = None
    digest: str = ""


Line = Begun | Listed | Graded | Finished
"""A line of a results file."""
