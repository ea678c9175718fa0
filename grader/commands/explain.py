"""``grade explain EXERCISE [FILE]``: has a submission graded and shows what was observed rather than its marks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from grader.commands import occasion, options, screen

if TYPE_CHECKING:
    from grader.model.exercise import Exercise
    from grader.model.report import Report

__all__ = ["explain"]

_BROKEN: Final = 3


@click.command("explain")
@click.argument("word", metavar="EXERCISE")
@options.file
@options.course
@options.form(("terminal", "html"), "Explain as {}; html has the plots in it.")
@options.written("--output", "FILE", "Write the explanation into this file.")
@options.written("--plot", "FILE.svg", "Draw what the speed check measured into this file, too.")
@click.option("--full", is_flag=True, help="Show long programs to their end.")
@options.isolation
@options.device
@options.no_color
def explain(  # noqa: PLR0913, PLR0917 - one for each word of the command line
    word: str,
    file: Path | None,
    course: Path | None,
    form: str,
    output: Path | None,
    plot: Path | None,
    require_isolation: str | None,
    device: str,
    *,
    full: bool,
    no_color: bool,
) -> int:
    """Show the blueprint (jaxpr), each compilation with its cause, purity findings, timings."""
    if plot is not None and plot.suffix.lower() != ".svg":
        raise click.UsageError(f"--plot: what is drawn is SVG; name a file that ends in .svg, not {plot.name}.")
    from grader.sandbox.workshop import Workshop

    with (
        occasion.progress(no_color=no_color) as progress,
        Workshop(device, require_isolation=require_isolation or "") as workshop,
    ):
        from grader import grading
        from grader.commands import finding
        from grader.reports import explanation, explanation_html

        opened = finding.opened(course)
        workshop.device = device or opened.accelerator
        chosen = finding.named(opened, word)
        if plot is not None:
            _refuse_untimed(chosen)
        given = finding.submitted(chosen, file)
        occasion.keep(workshop, given)
        occasion.must_have(device, workshop)
        seen = grading.observe(given.source, chosen, workshop=workshop, course=opened, progress=progress)
    programs = tuple((one.case, one.traced, one.message) for one in seen.programs)
    setting = occasion.setting(opened, chosen, given, no_color=no_color, into_file=output is not None, full=full)
    render = {"terminal": explanation.render, "html": explanation_html.render}[form]
    occasion.deliver(render(seen.report, programs, setting), seen.report, form, output, colour=setting.colour)
    drawn = plot is None or _draw(seen.report, plot)
    if seen.report.status == "broken":
        return _BROKEN
    return 0 if drawn else 1


def _refuse_untimed(chosen: Exercise) -> None:
    """Raises a usage error where the exercise times nothing, before it is graded for nothing."""
    if not any(check.kind == "speedup" for check in chosen.checks):
        raise click.UsageError(f"--plot: exercise {chosen.number} has no speed check, so there is nothing to draw.")


def _draw(report: Report, plot: Path) -> bool:
    """Writes the pictures of the speed checks; says where they are, or that there are none, and returns which."""
    from grader.reports import plots

    text = plots.render(report)
    if text:
        screen.write_file(plot, text)
        click.echo(f"The plots are in {plot}.", err=True)
    else:
        click.echo(f"grade: {plot} was not written, for it did not come to the timings.", err=True)
    return bool(text)
