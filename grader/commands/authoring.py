"""``grade lint``, ``new``, ``init``, ``schema`` and ``release``: what the author of a course types."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path

import click

from grader.commands import options, screen
from grader.progress import Progress

__all__ = ["init", "lint", "new", "release", "schema"]


@click.command("lint")
@click.argument("words", metavar="[EXERCISE]...", nargs=-1)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Grade so many submissions at a time (default: as cores and memory allow).",
)
@click.option("--solutions", is_flag=True, help="Grade starters and solutions alone, not the answers kept beside them.")
@options.course
@options.no_color
def lint(words: tuple[str, ...], jobs: int | None, course: Path | None, *, solutions: bool, no_color: bool) -> int:
    """Prove a course: starters fail, solutions pass with room, wrong answers are caught.

    EXERCISE is one of the course, such as 3, or several, such as 1-12; without it, all are proved. Exit code 1 means
    that something does not hold. What is weak, marked !, could teach or catch more: a check that no wrong answer fails,
    a hint that says nothing new, a bound far above what the solution takes.
    """
    from grader.sandbox import capacity
    from grader.sandbox.workshop import Workshop

    moving = screen.colourful(sys.stderr, no_color=no_color)
    marks = ("\N{CHECK MARK}", "\N{BALLOT X}") if screen.show_symbols(sys.stdout) else ("ok", "X ")
    wrong = total = weak = 0
    with Progress(sys.stderr, moving=moving, width=screen.width()) as progress, contextlib.ExitStack() as stack:
        workshops = [stack.enter_context(Workshop()) for _ in range(jobs or capacity.jobs())]
        from grader.commands import finding
        from grader.lint import lint as proofs
        from grader.reports.plain import clean

        opened = finding.opened(course)
        for workshop in workshops:
            workshop.device = opened.accelerator
        folders = finding.several(opened, words) or opened.exercises
        for proof in proofs(opened, folders, workshops=workshops, progress=progress, answers=not solutions):
            total += 1
            wrong += not proof.holds
            weak += len(proof.weak)
            lines = [f"{marks[not proof.holds]} {proof.exercise}: {proof.subject}: {proof.message}"]
            lines += [f"! {proof.exercise}: {sentence}" for sentence in proof.weak]
            screen.show("".join(clean(line).replace("\n", "\n    ") + "\n" for line in lines))
    counted = f" Weak, and marked !: {weak}." if weak else ""
    screen.show(f"{total - wrong} of {total} proofs hold.{counted}\n")
    return 1 if wrong else 0


@click.command("new")
@click.argument("name", metavar="NN_slug")
@options.course
def new(name: str, course: Path | None) -> int:
    """Make a new exercise that lints once its blanks are filled."""
    from grader import scaffold
    from grader.commands import finding

    made = scaffold.new(finding.opened(course), name)
    screen.show("".join(f"{path}\n" for path in made) + f"Fill the blanks marked ___, then type: grade lint {name}\n")
    return 0


@click.command("init")
@click.argument("folder", required=False, type=click.Path(path_type=Path), default=Path("course"))
def init(folder: Path) -> int:
    """Put the course that comes with jitgrade into a new folder (./course)."""
    from grader import scaffold

    made = scaffold.init(folder)
    screen.show(f"The course is in {made}. Next:\n  cd {made}\n  grade list\n")
    return 0


@click.command("schema")
@click.option(
    "--format",
    "form",
    type=click.Choice(["json", "markdown"]),
    default="json",
    help="For editors (json, the default), or every field explained, to read (markdown).",
)
def schema(form: str) -> int:
    """Print the JSON Schema of exercise.yaml, for editors; or all its fields, to read."""
    from grader import course

    made = course.schema()
    page = course.reference(made) if form == "markdown" else json.dumps(made, indent=2, ensure_ascii=False) + "\n"
    screen.write_utf8(page)
    return 0


@click.command("release")
@click.argument("folder", type=click.Path(path_type=Path))
@options.course
@options.no_color
def release(folder: Path, course: Path | None, *, no_color: bool) -> int:
    """Write what students may have: no solutions, no hidden cases, recorded expectations."""
    from grader.sandbox.workshop import Workshop

    moving = screen.colourful(sys.stderr, no_color=no_color)
    with Progress(sys.stderr, moving=moving, width=screen.width(), logged=True) as progress, Workshop() as workshop:
        from grader.commands import finding
        from grader.release import release as released

        opened = finding.opened(course)
        workshop.device = opened.accelerator
        made = released(opened, folder, workshop=workshop, progress=progress)
    screen.show(f"The released course is in {made}; its README.md tells students how to install and to grade.\n")
    return 0
