"""What every command that has a submission graded does around that: tells the workshop, shows what came of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader import __version__
from grader.commands import options, screen
from grader.progress import Progress

if TYPE_CHECKING:
    from grader.commands.finding import Named
    from grader.model.exercise import Course, Exercise
    from grader.model.report import Report
    from grader.reports.setting import Setting
    from grader.sandbox.workshop import Workshop

__all__ = ["deliver", "keep", "must_have", "progress", "remember", "setting"]


def progress(*, no_color: bool) -> Progress:
    """What shows on standard error that grading goes on."""
    return Progress(sys.stderr, moving=screen.colourful(sys.stderr, no_color=no_color), width=screen.width())


def keep(workshop: Workshop, given: Named, seed: str = "") -> None:
    """Tells the workshop what lies open beside the course: files beside this one, and a seed that was typed."""
    if given.started:
        workshop.keep(given.path.resolve().parent)
    if seed:
        workshop.admit("everybody on this machine can read a command line, and so can submissions the seed on this one")


def must_have(device: str, workshop: Workshop) -> None:
    """Raises NoDeviceError where an accelerator is asked for that is not here. The processor always is."""
    if device and device != "cpu":
        from grader import devices

        devices.require(device, workshop)


def remember(opened: Course, given: Named, report: Report) -> None:
    """Has this folder remember a report on all checks; not one on a starter, or on a file among the solutions."""
    from grader.commands import memory

    if report.attempted and opened.folder / "solutions" not in given.path.resolve().parents:
        memory.remember(Path.cwd(), memory.recall(Path.cwd()).graded(report))


def setting(
    opened: Course,
    chosen: Exercise,
    given: Named,
    *,
    no_color: bool,
    into_file: bool = False,
    partial: bool = False,
    full: bool = False,
    course: Path | None = None,
    signed: bool = False,
) -> Setting:
    """What the renderer may know of the reader's screen and of the file; a file shows all symbols and no colour."""
    from grader.commands import finding, memory
    from grader.commands.key import key
    from grader.reports.setting import Setting

    standing = memory.recall(Path.cwd()).of(chosen.slug)
    return Setting(
        source=given.source,
        path=str(given.path),
        width=screen.width(),
        cut=not into_file and sys.stdout.isatty(),
        colour=not into_file and screen.colourful(sys.stdout, no_color=no_color),
        symbols=into_file or screen.show_symbols(sys.stdout),
        following=finding.following(opened, chosen),
        started=given.started,
        partial=partial,
        full=full,
        options=options.repeated(course),
        key=key() if signed else b"",
        paid=standing.paid,
        price=opened.hint_cost if standing.nudges < len(chosen.nudges) else 0.0,
        solution=chosen.solution is not None and opened.show_solution != "never",
    )


def deliver(text: str, report: Report, form: str, output: Path | None, *, colour: bool) -> None:
    """Puts the report where it was asked for. A report of a fault of ours never replaces an earlier one."""
    if output is not None:
        if report.status == "broken" and (output.exists() or not text):
            click.echo(f"grade: {output} was left as it is, for this run graded nothing.", err=True)
        else:
            screen.write_file(output, text)
    elif form == "terminal":
        screen.show(text, colour=colour)
    else:
        screen.write_utf8(text)
    if report.status == "broken":
        click.echo(
            f"grade: jitgrade {__version__} or the course failed, not the submission. Please report it to whoever "
            "runs your course, with the report above.",
            err=True,
        )
