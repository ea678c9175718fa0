"""``grade package``: what an instructor types to get what a platform wants uploaded."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from grader.commands import options, screen
from grader.progress import Progress

if TYPE_CHECKING:
    from typing import Literal

__all__ = ["package"]

_VERSIONS: Final = ("3.11", "3.12", "3.13")
_NEXT: Final = {
    "gradescope": "Upload {output} under Configure Autograder. Its timeout there is to be {timeout:g} s.",
    "prairielearn": "Build and push {output}/image as {image}, and put {output} among your course's questions.",
    "autolab": "Build {output}/image on Tango, and upload autograde.tar and autograde-Makefile to the lab.",
    "vpl": "Have {output}/server/setup.sh run on the execution server, and upload the rest as execution files.",
    "coderunner": "Have {output}/server/setup.sh run on the Jobe server; template.py is the question's template.",
    "classroom50": "Put {output} into your classroom50 repository as autograders/ASSIGNMENT of the classroom.",
    "oci": "Build it with `docker build -t NAME {output}`.",
}


def _size(ctx: click.Context, param: click.Parameter, text: str | None) -> int | None:
    """The bytes that a text means. Raises a usage error where it means none."""
    from grader.course.limits import size

    found = None if text is None else size(text)
    if text is not None and found is None:
        raise click.BadParameter(f"{text!r} is not a size, like 768MiB or 2GiB.", ctx, param)
    return found


def _positive(ctx: click.Context, param: click.Parameter, number: float | None) -> float | None:
    """The number. Raises a usage error where it is not above 0, or has no end."""
    if number is not None and not 0 < number < float("inf"):
        raise click.BadParameter(f"{number:g} is not a number above 0.", ctx, param)
    return number


def _image(ctx: click.Context, param: click.Parameter, name: str) -> str:
    """The name. Raises a usage error where it cannot be an image's."""
    if name and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._/:@-]*", name):
        raise click.BadParameter(f"{name!r} is no image's name, such as cs101/jitgrade:1.", ctx, param)
    return name


@click.command("package")
@click.argument("platform", metavar="PLATFORM")
@click.argument("words", metavar="EXERCISE...", nargs=-1, required=True)
@click.option(
    "--output", type=click.Path(path_type=Path), required=True, metavar="PATH", help="The zip or the folder to write."
)
@options.course
@click.option("--points", type=float, callback=_positive, metavar="N", help="What all of it is worth there.")
@click.option("--deadline", type=float, callback=_positive, metavar="SECONDS", help="The timeout set there.")
@click.option("--memory", callback=_size, metavar="SIZE", help="The memory that a run has there, such as 2GiB.")
@click.option("--expectations", is_flag=True, help="Put no solution in, even where it could be hidden.")
@click.option("--allow-pending", is_flag=True, help="Leave speed checks that need another machine provisional.")
@click.option("--python", type=click.Choice(_VERSIONS), help="The Python to grade with (default: the one that runs).")
@click.option("--no-hashes", is_flag=True, help="Pin packages by version only, without asking the package index.")
@click.option("--image", default="", callback=_image, metavar="NAME", help="PrairieLearn: the image to grade in.")
@click.option(
    "--hidden",
    type=click.Choice(["visible", "after_due_date", "after_published", "hidden"]),
    default="visible",
    help="Gradescope: when students see checks that only have hidden cases.",
)
@click.option(
    "--require-isolation",
    "isolation",
    type=click.Choice(["namespaces", "landlock", "uid", "limits"]),
    default="uid",
    help="Grade there in no less than this; in limits, a submission can forge its result.",
)
@click.option("--problem", "problems", multiple=True, metavar="NAME", help="Autolab: its problem, or each exercise's.")
@options.no_color
def package(  # noqa: PLR0913, PLR0917 - one for each word of the command line
    platform: str,
    words: tuple[str, ...],
    output: Path,
    course: Path | None,
    points: float | None,
    deadline: float | None,
    memory: int | None,
    python: str | None,
    image: str,
    hidden: Literal["visible", "after_due_date", "after_published", "hidden"],
    isolation: Literal["namespaces", "landlock", "uid", "limits"],
    problems: tuple[str, ...],
    *,
    expectations: bool,
    allow_pending: bool,
    no_hashes: bool,
    no_color: bool,
) -> int:
    """Write what Gradescope, PrairieLearn, Autolab, Moodle and others want uploaded.

    PLATFORM is gradescope, prairielearn, autolab, vpl, coderunner, classroom50, or oci for a plain container. Each
    solution is graded first, within what the platform gives; what cannot work there is refused. docs/lms.md tells of
    each platform.
    """
    from grader.commands import finding
    from grader.commands.key import key
    from grader.course.errors import meant
    from grader.lms.packing.building import built
    from grader.lms.packing.nouns import Request
    from grader.lms.packing.places import PLACES
    from grader.lms.packing.writing import refuse_foreign, write

    if platform not in PLACES:
        raise click.UsageError(f"there is no platform '{platform}'{meant(platform, PLACES)}")
    opened = finding.opened(course)
    exercises = tuple(finding.named(opened, word) for word in dict.fromkeys(words))
    if len({exercise.slug for exercise in exercises}) < len(exercises):
        raise click.UsageError("an exercise is named twice.")
    if problems and len(problems) not in (1, len(exercises)):
        raise click.UsageError(f"--problem is said once for all, or for each exercise: {len(exercises)} times.")
    refuse_foreign(output)
    request = Request(
        platform=platform,
        timeout=deadline,
        memory=memory,
        points=points,
        expectations=expectations,
        pending=allow_pending,
        python=python or "",
        hashes=not no_hashes,
        image=image,
        hidden=hidden,
        problems=problems,
        isolation=isolation,
        key=key(),
    )
    moving = screen.colourful(sys.stderr, no_color=no_color)
    with Progress(sys.stderr, moving=moving, width=screen.width()) as progress:
        content = built(request, opened, exercises, progress)
        write(output, content)
    told = _NEXT[platform].format(output=output, image=image, timeout=deadline or PLACES[platform].timeout)
    screen.show(f"{output} is written. {told}\n")
    return 0
