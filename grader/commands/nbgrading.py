"""``grade batch --nbgrader``: a course folder of nbgrader as what a batch grades, and as where its marks go."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands import finding, screen
from grader.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from grader.batch.layouts import Found
    from grader.batch.nouns import Graded, Submission
    from grader.model.exercise import Course, Source

__all__ = ["Desk", "check"]


def check(folders: Sequence[Path], others: Mapping[str, object]) -> None:
    """Raises a usage error without nbgrader, with more than one folder, or with options that mean nothing here."""
    if find_spec("nbgrader") is None:
        raise click.UsageError("--nbgrader needs more packages: pip install 'jitgrade[nbgrader]'.")
    if len(folders) > 1:
        raise click.UsageError("--nbgrader takes one folder: nbgrader's course folder.")
    given = next((name for name, value in others.items() if value), "")
    if given:
        raise click.UsageError(f"--nbgrader goes by nbgrader's gradebook; leave out {given}.")


class Desk:
    """What is graded of nbgrader's course folder, and who writes what came of it. Raises NbgraderError, CourseError.

    The course of exercises is ``course``, else the one that nbgrader's configuration names, else the one around.
    """

    def __init__(self, folders: Sequence[Path], course: Path | None, assignment: str) -> None:
        from grader.nbgrader.classroom import Classroom
        from grader.nbgrader.collecting import collect
        from grader.nbgrader.gradebook import Ledger

        folder = folders[0] if folders else Path()
        self._classroom = Classroom(folder)
        self.course: Course = finding.opened(course or self._classroom.course or folder)
        with Ledger(self._classroom) as ledger:
            known = ledger.assignments()
        self._collected = collect(self._classroom, known, self.course, assignment)

    @property
    def device(self) -> str:
        """What nbgrader's configuration says to grade on; "" where it says nothing."""
        return self._classroom.device

    @property
    def require_isolation(self) -> str:
        """The weakest isolation that nbgrader's configuration accepts; "" where it says nothing."""
        return self._classroom.require_isolation

    @property
    def found(self) -> Found:
        """What a batch grades."""
        return self._collected.found

    def source(self, submission: Submission) -> Source | None:
        """Returns the code that was handed in; None where it cannot be read."""
        return self._collected.source(submission)

    def write(self, results: Iterable[Graded], *, no_color: bool) -> bool:
        """Writes what came of it, and tells; says whether all could be written. Raises NbgraderError."""
        from grader.nbgrader.gradebook import Ledger
        from grader.nbgrader.writing import Writer

        moving = screen.colourful(sys.stderr, no_color=no_color)
        with Progress(sys.stderr, moving=moving, width=screen.width()) as progress, Ledger(self._classroom) as ledger:
            writer = Writer(self._classroom, ledger, self._collected)
            written = writer.write(results, lambda word: progress(f"writing to nbgrader's gradebook: {word}"))
        for line in (*(f"{one.path}: {one.reason}" for one in written.misfits), written.words):
            click.echo(line, err=True)
        return not written.misfits
