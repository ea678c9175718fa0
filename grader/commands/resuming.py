"""``grade --pending REPORT FILE``: what the words of such a line mean, and whether the report can be finished."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from grader.commands.key import key
from grader.pending import LARGEST, UnfitError, exercise_of, finish, fitting

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.commands.finding import Named
    from grader.model.exercise import Course, Exercise
    from grader.model.report import Report
    from grader.sandbox.workshop import Workshop

__all__ = ["Resumed", "finished", "resumed"]


class Resumed(msgspec.Struct, frozen=True, kw_only=True):
    """An earlier report as it was found, and which exercise and file the command line means."""

    word: str
    file: Path | None
    data: bytes


def resumed(report: Path, word: str, file: Path | None, course: Course) -> Resumed:
    """Returns what is meant where one or two words stand beside ``--pending``: FILE alone, or EXERCISE and FILE.

    The exercise is then the one that the report names. Raises a usage error where the report cannot be read, or names
    none of this course: nobody vouches for it yet, so no other word of it is taken for a path.
    """
    try:
        with report.open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except OSError as error:
        raise click.UsageError(f"--pending: {report} cannot be read: {error.strerror}.") from None
    if word and file is None and Path(word).is_file():
        word, file = "", Path(word)
    if not word:
        word = exercise_of(data)
        if word not in {folder.name.partition("_")[2] for folder in course.exercises}:
            raise click.UsageError(
                f"--pending: {report} names no exercise of this course; name it: grade EXERCISE FILE --pending REPORT."
            )
    return Resumed(word=word, file=file, data=data)


def finished(
    earlier: Resumed,
    given: Named,
    exercise: Exercise,
    *,
    workshop: Workshop,
    course: Course,
    progress: Callable[[str], None],
) -> Report | None:
    """Returns the earlier report with its pending checks judged; None, and says why, where all is to be graded anew."""
    try:
        report = fitting(earlier.data, key(), given.source, exercise)
    except UnfitError as unfit:
        click.echo(f"grade: everything is graded anew, for {unfit}.", err=True)
        return None
    if all(check.status != "pending" for check in report.checks):
        click.echo("grade: nothing in that report is pending.", err=True)
    return finish(report, given.source, exercise, workshop=workshop, course=course, progress=progress)
