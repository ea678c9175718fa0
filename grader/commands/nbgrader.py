"""``grade nbgrader``: what an instructor types who teaches with nbgrader."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from grader.commands import options

__all__ = ["nbgrader"]


@click.group("nbgrader")
def nbgrader() -> None:
    """Make nbgrader's course folder, and its notebooks from the exercises."""


@nbgrader.command("init")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@options.course
@click.option("--course-id", default="", metavar="ID", help="What nbgrader calls the course (default: the folder).")
def init(folder: Path, course: Path | None, course_id: str) -> int:
    """Make a course folder for nbgrader, or have one that is there grade by jitgrade.

    A config that is there is extended by a marked block, or left alone and you are told what to add.
    """
    from grader.commands import finding
    from grader.nbgrader import config

    opened = finding.opened(course)
    done = config.init(folder, opened.folder, course_id.strip() or folder.resolve().name)
    click.echo(f"{folder / config.CONFIG} was {done}.")
    click.echo(f"Exercises are taken from {opened.folder} ({opened.title}).")
    click.echo(f"Next: cd {shlex.quote(str(folder))} && grade nbgrader build 3")
    return 0


@nbgrader.command("build")
@click.argument("words", metavar="EXERCISE...", nargs=-1, required=True)
@click.option("--assignment", default="", metavar="NAME", help="Which assignment they are (default: the exercise).")
@click.option("--together", is_flag=True, help="One notebook for all, instead of one for each.")
@click.option("--force", is_flag=True, help="Write over notebooks that were edited since they were built.")
@options.course
def build(words: tuple[str, ...], course: Path | None, assignment: str, *, together: bool, force: bool) -> int:
    """Make an assignment's source notebooks from exercises, in nbgrader's course folder.

    Each has the task, the starter (and for you the solution, where nbgrader takes it out), and a cell for each check
    that is worth points. No test is in it.
    """
    from grader.commands import finding
    from grader.nbgrader import building, config

    place = config.find(Path.cwd())
    opened = finding.opened(course or place.course)
    exercises = [finding.named(opened, word) for word in dict.fromkeys(words)]
    exercises = list({one.slug: one for one in exercises}.values())
    if not assignment and len(exercises) > 1:
        raise click.UsageError("--assignment: say what the assignment of these exercises is called, --assignment ps1")
    name = assignment or f"exercise{exercises[0].number}"
    for path in building.build(place, opened, exercises, name, together=together, force=force):
        click.echo(f"{path} was built.")
    bare = [str(one.number) for one in exercises if one.solution is None]
    if bare:
        click.echo(
            f"Exercise {', '.join(bare)} has no solution in this course, so your notebook has the starter there. "
            "A course for students has no hidden cases, either; name yours by --course."
        )
    again = " --force" if (place.root / "release" / name).exists() else ""
    click.echo(f"Next: nbgrader generate_assignment {shlex.quote(name)}{again}")
    return 0
