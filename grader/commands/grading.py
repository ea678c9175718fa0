"""``grade EXERCISE [FILE]``: has a submission graded and shows what came of it.

The workshop starts before anything else is imported or read: its fork server imports jax meanwhile.
"""

from __future__ import annotations

from pathlib import Path

import click

from grader.commands import occasion, options
from grader.lms.forms import OF_ONE_REPORT, of_report
from grader.reports import FORMATS, renderer

__all__ = ["exercise"]

_TOLD = f"Report as {', '.join(FORMATS)}; or as a platform reads it: {', '.join(OF_ONE_REPORT)}."
_EXITS = {"passed": 0, "failed": 1, "broken": 3, "pending": 4}


@click.command("exercise")
@click.argument("word", metavar="EXERCISE", required=False, default="")
@options.file
@options.course
@options.form((*FORMATS, *OF_ONE_REPORT), _TOLD)
@options.written("--output", "FILE", "Write the report into this file.")
@options.only
@options.seed
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
    from grader.sandbox.workshop import Workshop

    with (
        occasion.progress(no_color=no_color) as progress,
        Workshop(device, require_isolation=require_isolation or "") as workshop,
    ):
        from grader import grading
        from grader.commands import finding

        render = renderer(form) if form in FORMATS else of_report(form)
        opened = finding.opened(course)
        workshop.device = device or opened.accelerator
        earlier = None
        if pending is not None:
            from grader.commands import resuming

            earlier = resuming.resumed(pending, word, file, opened)
            word, file = earlier.word, earlier.file
        chosen = finding.named(opened, word)
        options.must_have(chosen, only)
        given = finding.submitted(chosen, file)
        occasion.keep(workshop, given, seed)
        occasion.must_have(device, workshop)
        report = None
        if earlier is not None:
            report = resuming.finished(earlier, given, chosen, workshop=workshop, course=opened, progress=progress)
        if report is None:
            report = grading.grade(
                given.source, chosen, workshop=workshop, course=opened, seed=seed, only=only, progress=progress
            )
    partial = bool(only) or not {check.name for check in chosen.checks} <= {check.name for check in report.checks}
    if not partial:
        occasion.remember(opened, given, report)
    setting = occasion.setting(
        opened,
        chosen,
        given,
        no_color=no_color,
        into_file=output is not None,
        partial=partial,
        course=course,
        signed=form in ("json", "gradescope"),
    )
    occasion.deliver(render(report, setting), report, form, output, colour=setting.colour)
    return _EXITS[report.status]
