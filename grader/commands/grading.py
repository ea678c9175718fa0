"""``grade EXERCISE [FILE]`` and ``grade explain``: both have a submission graded and show what came of it.

The workshop starts before anything else is imported or read: its fork server imports jax meanwhile.
"""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader import __version__
from grader.commands import options, screen
from grader.progress import Progress
from grader.reports import FORMATS, renderer

if TYPE_CHECKING:
    from grader.commands.finding import Named
    from grader.model.exercise import Course, Exercise
    from grader.model.report import Report
    from grader.reports.setting import Setting
    from grader.sandbox.workshop import Workshop

__all__ = ["exercise", "explain"]

_EXITS = {"passed": 0, "failed": 1, "broken": 3, "pending": 4}
_SEED = re.compile(r"[0-9a-fA-F]{1,32}")


@click.command("exercise")
@click.argument("word", metavar="EXERCISE", required=False, default="")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@options.course
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="terminal",
    metavar="NAME",
    help=f"Report as {', '.join(FORMATS)}.",
)
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the report into this file.")
@click.option("--only", multiple=True, metavar="CHECK", help="Judge only this check; may be given more than once.")
@click.option("--seed", default="", metavar="N", help="Draw the inputs that an earlier report's seed drew.")
@click.option(
    "--pending",
    type=click.Path(path_type=Path),
    metavar="REPORT",
    help="Finish what this JSON report of the file left pending; nothing else is graded again.",
)
@options.isolation
@options.device
@options.no_color
def exercise(  # noqa: PLR0913, PLR0917 - one for each word of the command line
    word: str,
    file: Path | None,
    course: Path | None,
    form: str,
    output: Path | None,
    only: tuple[str, ...],
    seed: str,
    pending: Path | None,
    require_isolation: str | None,
    device: str,
    *,
    no_color: bool,
) -> int:
    """Grade a file as an exercise."""
    if not word and pending is None:
        raise click.UsageError("Missing argument 'EXERCISE'.")
    if pending is not None and (only or seed):
        raise click.UsageError("--pending draws a seed of its own for what is pending: leave out --only and --seed.")
    seed = _seed(seed)
    if output is not None:
        screen.refuse_unwritable(output)
    from grader.sandbox.workshop import Workshop

    with (
        _progress(no_color=no_color) as progress,
        Workshop(device, require_isolation=require_isolation or "") as workshop,
    ):
        from grader import grading
        from grader.commands import finding, memory

        render = renderer(form)
        opened = finding.opened(course)
        workshop.device = device or opened.accelerator
        earlier = None
        if pending is not None:
            from grader.commands import resuming

            earlier = resuming.resumed(pending, word, file, opened)
            word, file = earlier.word, earlier.file
        chosen = finding.named(opened, word)
        _refuse_unknown(only, chosen)
        given = finding.submitted(chosen, file)
        _keep(workshop, given, seed)
        _must_have(device, workshop)
        report = None
        if earlier is not None:
            report = resuming.finished(earlier, given, chosen, workshop=workshop, course=opened, progress=progress)
        if report is None:
            report = grading.grade(
                given.source, chosen, workshop=workshop, course=opened, seed=seed, only=only, progress=progress
            )
    partial = bool(only) or not {check.name for check in chosen.checks} <= {check.name for check in report.checks}
    if report.attempted and not partial and opened.folder / "solutions" not in given.path.resolve().parents:
        memory.remember(Path.cwd(), memory.recall(Path.cwd()).graded(report))
    setting = _setting(
        opened,
        chosen,
        given,
        no_color=no_color,
        into_file=output is not None,
        partial=partial,
        course=course,
        signed=form == "json",
    )
    _deliver(render(report, setting), report, form, output, colour=setting.colour)
    return _EXITS[report.status]


@click.command("explain")
@click.argument("word", metavar="EXERCISE")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@options.course
@options.isolation
@options.device
@options.no_color
def explain(
    word: str,
    file: Path | None,
    course: Path | None,
    require_isolation: str | None,
    device: str,
    *,
    no_color: bool,
) -> int:
    """Show the blueprint (jaxpr), each compilation with its cause, purity findings, timings."""
    from grader.sandbox.workshop import Workshop

    with (
        _progress(no_color=no_color) as progress,
        Workshop(device, require_isolation=require_isolation or "") as workshop,
    ):
        from grader import grading
        from grader.commands import finding
        from grader.reports import explanation

        opened = finding.opened(course)
        workshop.device = device or opened.accelerator
        chosen = finding.named(opened, word)
        given = finding.submitted(chosen, file)
        _keep(workshop, given)
        _must_have(device, workshop)
        seen = grading.observe(given.source, chosen, workshop=workshop, course=opened, progress=progress)
    programs = tuple((one.case, one.traced, one.message) for one in seen.programs)
    setting = _setting(opened, chosen, given, no_color=no_color)
    screen.show(explanation.render(seen.report, programs, setting), colour=setting.colour)
    return _EXITS["broken"] if seen.report.status == "broken" else 0


def _keep(workshop: Workshop, given: Named, seed: str = "") -> None:
    """Tells the workshop what lies open beside the course: files beside this one, and a seed that was typed."""
    if given.started:
        workshop.keep(given.path.resolve().parent)
    if seed:
        workshop.admit("everybody on this machine can read a command line, and so can submissions the seed on this one")


def _must_have(device: str, workshop: Workshop) -> None:
    """Raises NoDeviceError where an accelerator is asked for that is not here. The processor always is."""
    if device and device != "cpu":
        from grader import devices

        devices.require(device, workshop)


def _progress(*, no_color: bool) -> Progress:
    """What shows on standard error that grading goes on."""
    return Progress(sys.stderr, moving=screen.colourful(sys.stderr, no_color=no_color), width=screen.width())


def _seed(text: str) -> str:
    """The seed as a report writes it. Raises a usage error where it is none."""
    if text and not _SEED.fullmatch(text):
        raise click.UsageError("--seed is a number of at most 32 hexadecimal digits, as a report shows it.")
    return text.lower().zfill(32) if text else ""


def _refuse_unknown(only: tuple[str, ...], chosen: Exercise) -> None:
    """Raises a usage error where ``--only`` names no check of the exercise."""
    from grader.course.errors import meant

    names = [check.name for check in chosen.checks]
    for word in only:
        if word not in names:
            raise click.UsageError(f"--only: exercise {chosen.number} has no check '{word}'{meant(word, names)}")


def _setting(
    opened: Course,
    chosen: Exercise,
    given: Named,
    *,
    no_color: bool,
    into_file: bool = False,
    partial: bool = False,
    course: Path | None = None,
    signed: bool = False,
) -> Setting:
    """What the renderer may know of the reader's screen and of the file; a file shows all symbols and no colour."""
    from grader.commands import finding
    from grader.commands.key import key
    from grader.reports.setting import Setting

    return Setting(
        source=given.source,
        path=str(given.path),
        width=screen.width(),
        colour=not into_file and screen.colourful(sys.stdout, no_color=no_color),
        symbols=into_file or screen.show_symbols(sys.stdout),
        following=finding.following(opened, chosen),
        started=given.started,
        partial=partial,
        options=f" --course {shlex.quote(str(course))}" if course else "",
        key=key() if signed else b"",
    )


def _deliver(text: str, report: Report, form: str, output: Path | None, *, colour: bool) -> None:
    """Puts the report where it was asked for. A report of a fault of ours never replaces an earlier one."""
    if output is not None:
        if report.status == "broken" and output.exists():
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
