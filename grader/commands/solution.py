"""``grade solution``: the model solution, and after a pass a student's own file beside it."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands import finding, memory, occasion, options, screen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.commands.finding import Named
    from grader.grading import Observation
    from grader.model.exercise import Course, Exercise, Source

__all__ = ["solution"]

_NONE = ("",)  # no check is called so


@click.command("solution")
@click.argument("word", metavar="EXERCISE")
@options.file
@options.course
@click.option(
    "--compare/--no-compare",
    default=None,
    help="Whether to show your file beside it, too, once it has passed; else only on a screen.",
)
@options.no_color
def solution(word: str, file: Path | None, course: Path | None, *, compare: bool | None, no_color: bool) -> int:
    """Show the solution, once the exercise is passed or where the course allows it.

    On a screen it also shows how your file differs, once that has passed.
    """
    opened = finding.opened(course)
    chosen = finding.named(opened, word)
    if opened.show_solution == "never":
        raise click.ClickException("This course shows no solutions.")
    if chosen.solution is None:
        raise click.ClickException("This copy of the course comes without solutions.")
    passed = memory.recall(Path.cwd()).of(chosen.slug).passed
    words = f"{chosen.number}{options.repeated(course)}"
    if opened.show_solution == "after a pass" and not passed:
        raise click.ClickException(
            f"The solution is shown once you have passed. Next: grade hint {words}, or grade {words}"
        )
    screen.tell(_text(chosen.solution))
    if not (sys.stdout.isatty() if compare is None else compare):
        return 0
    if not passed:
        raise click.ClickException("Your file is shown beside it once it has passed.")
    given = finding.submitted(chosen, file)
    if not given.started:
        raise click.ClickException(f"There is no file of yours here to compare; name it: grade solution {word} FILE")
    screen.tell("\n".join(["", *_differences(given.source, str(given.path), chosen.solution)]))
    with occasion.progress(no_color=no_color) as progress:
        progress("tracing both")
        rows = list(_programs(given, chosen.solution, chosen, opened))
    if rows:
        screen.tell("\n".join(["", *rows]))
    return 0


def _text(source: Source) -> str:
    return source.data.decode("utf-8", "replace")


def _differences(own: Source, path: str, model: Source) -> Iterator[str]:
    """The way from the student's file to the solution, as a unified diff."""
    pair = (_text(own).splitlines(), _text(model).splitlines())
    found = list(difflib.unified_diff(*pair, path, "the solution", lineterm=""))
    yield from found or ["Your file is the solution, line by line."]


def _programs(given: Named, model: Source, chosen: Exercise, course: Course) -> Iterator[str]:
    """How large the programs of both are, and how often they are compiled; nothing where they have none."""
    from grader import grading
    from grader.sandbox.workshop import Workshop

    counting = tuple(check.name for check in chosen.checks if check.kind == "recompiles")
    with Workshop(course.accelerator) as workshop:
        occasion.keep(workshop, given)
        seen = [
            grading.observe(source, chosen, workshop=workshop, course=course, only=counting or _NONE)
            for source in (given.source, model)
        ]
    rows = [*_equations(*seen), *_compilations(*seen)]
    if rows:
        rows = [("", "yours", "the solution"), *rows]
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for name, *numbers in rows:
            yield "  ".join([name.ljust(wide[0]), *(one.rjust(to) for one, to in zip(numbers, wide[1:], strict=True))])


def _equations(own: Observation, model: Observation) -> Iterator[tuple[str, str, str]]:
    """A row for each pair of sizes, with the cases that have it."""
    cases: dict[tuple[int, int], list[str]] = {}
    for mine, theirs in zip(own.programs, model.programs, strict=False):
        if mine.traced is not None and theirs.traced is not None and mine.traced.whole and theirs.traced.whole:
            cases.setdefault((mine.traced.equations, theirs.traced.equations), []).append(mine.case)
    for (mine_, theirs_), names in cases.items():
        yield f"equations ({', '.join(names)})", str(mine_), str(theirs_)


def _compilations(own: Observation, model: Observation) -> Iterator[tuple[str, str, str]]:
    """A row for each check that counts compilations."""
    for mine, theirs in zip(own.report.checks, model.report.checks, strict=False):
        counts = mine.detail.get("count"), theirs.detail.get("count")
        if mine.detail.get("kind") == "recompiles" and None not in counts:
            yield mine.title or mine.name, str(counts[0]), str(counts[1])
