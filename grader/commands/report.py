"""``grade report RESULTS``: a class on one page, made from what a batch left."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands import options, screen

if TYPE_CHECKING:
    from grader.batch.nouns import Begun
    from grader.model.exercise import Course

__all__ = ["report"]

_NAME = "class.html"


@click.command("report")
@click.argument("results", metavar="RESULTS", type=click.Path(path_type=Path))
@options.written("--output", "FILE", f"Write the page into this file (default: {_NAME}, beside the results).")
@click.option(
    "--course",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the course is, for its late policy; else that of the batch.",
)
@options.due
def report(results: Path, output: Path | None, course: Path | None, due: datetime | None) -> int:
    """Put a class on a page: marks, speed-ups, causes, everybody's reports.

    RESULTS is the folder of a batch, or its results.jsonl. The page is one file; it links to the reports beside the
    results, which may be moved with it. Give --due if the batch was given it.
    """
    from grader.batch import comparing, late
    from grader.batch.overview.collected import Collected
    from grader.batch.overview.page import Told, render
    from grader.batch.overview.words import Links
    from grader.batch.results import ResultsError, begun, latest, listed
    from grader.batch.whole import whole

    file = comparing.results_file(results)
    page = output or file.with_name(_NAME)
    if page.resolve() == file.resolve():
        raise click.UsageError(f"--output: {page} holds the results; name another file.")
    batch = begun(file)
    opened = _course(course, batch)
    policy = late.late_policy(opened.late if opened else {}, due)
    besides = listed(file)
    collected = Collected(policy, besides)
    collected.add_all(latest(file))
    if not collected.standings and not (besides and (besides.students or besides.misfits)):
        raise ResultsError(f"{file} has no result yet; `grade batch` writes them")
    links = Links(file.parent, page)
    told = Told(
        course=opened.title if opened else batch.course if batch else "",
        policy=" ".join(part for part in (policy.due_words, _words(policy.words, opened, batch)) if part),
        summary=links.to("summary.txt"),
    )
    text = render(collected, links, told)
    if page.exists() and not page.is_file():  # a device or a pipe must not be replaced by a file
        screen.write_file(page, text)
    else:
        with whole(page) as written:
            written.write(text)
    click.echo(f"The class is in {page}.", err=True)
    return 0


def _course(start: Path | None, batch: Begun | None) -> Course | None:
    """The course that is named, else the one that was graded; None where that is not there any more."""
    from grader.commands import finding
    from grader.course.errors import CourseError

    if start is not None:
        return finding.opened(start)
    if batch is None or not Path(batch.order.course).is_dir():
        return None
    try:
        return finding.opened(Path(batch.order.course))
    except CourseError:
        return None


def _words(policy: str, opened: Course | None, batch: Begun | None) -> str:
    """How lateness counts, in a sentence; that it does not, where the course is not to be had."""
    if opened is None and batch is not None:
        where = batch.order.course
        return f"Marks are as graded, without a late policy: there is no course at {where}; --course names it."
    return policy
