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
    from collections.abc import Callable
    from typing import Literal

__all__ = ["package"]

_VERSIONS: Final = ("3.11", "3.12", "3.13")
_RUNNING: Final = f"{sys.version_info.major}.{sys.version_info.minor}"
_SHOWN: Final = ("visible", "after_due_date", "after_published", "hidden")
_TIERS: Final = ("namespaces", "landlock", "uid", "limits")
_NEXT: Final = {
    "gradescope": "Upload it under Configure Autograder, and set its timeout there to {timeout:g} s.",
    "prairielearn": "Put it among your course's questions; build the image in its image/, and push it as {image}.",
    "autolab": (
        "Build the image in its image/ on Tango, and upload its autograde.tar and autograde-Makefile to the lab; the "
        "timeout there is to be {timeout:g} s."
    ),
    "vpl": (
        "Have its server/setup.sh run on the execution server; the files beside server/ are the activity's execution "
        "files. The maximum execution time there is to be {timeout:g} s."
    ),
    "coderunner": (
        "Have its server/setup.sh run on the Jobe server; its template.py is the question's template, jitgrade.tar.gz "
        "a support file. The time limit there is to be {timeout:g} s."
    ),
    "classroom50": (
        "Put it into your classroom50 repository as autograders/ASSIGNMENT of the classroom; the assignment's runtime "
        'is to be {{"python": "{python}"}}.'
    ),
    "oci": "In it, `docker build -t NAME .` makes the image.",
}


def _size(ctx: click.Context, param: click.Parameter, text: str | None) -> int | None:
    """The bytes that a text means. Raises a usage error where it means none."""
    from grader.course.limits import size

    found = None if text is None else size(text)
    if text is not None and found is None:
        units = "KiB, MiB, GiB, kB, MB and GB"
        raise click.BadParameter(f"{text!r} is not a size, like 768MiB or 2GiB; units are {units}.", ctx, param)
    return found


def _number(what: str) -> Callable[[click.Context, click.Parameter, str | None], float | None]:
    """Returns what reads an option's number. It raises a usage error where there is none above 0, or it has no end."""

    def read(ctx: click.Context, param: click.Parameter, text: str | None) -> float | None:
        if text is None:
            return None
        try:
            number = float(text)
        except ValueError:
            raise click.BadParameter(f"{text!r} is not {what}.", ctx, param) from None
        if not 0 < number < float("inf"):
            raise click.BadParameter(f"{number:g} is not a number above 0.", ctx, param)
        return number

    return read


def _image(ctx: click.Context, param: click.Parameter, name: str) -> str:
    """The name. Raises a usage error where it cannot be an image's."""
    if name and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._/:@-]*", name):
        raise click.BadParameter(f"{name!r} is no image's name, such as cs101/jitgrade:1.", ctx, param)
    return name


def _platform(ctx: click.Context, param: click.Parameter, name: str) -> str:
    """The name. Raises a usage error where it is no platform's, as where an exercise stands in its place."""
    del ctx, param
    from grader.lms.packing.places import PLACES
    from grader.model.spelling import meant, nearest

    if name not in PLACES:
        known = nearest(name, PLACES) is not None
        said = f"there is no platform '{name}'" if known else f"name a platform first: '{name}' is none"
        raise click.UsageError(f"{said}{meant(name, PLACES)}")
    return name


@click.command("package")
@click.argument("platform", metavar="PLATFORM", callback=_platform)
@click.argument("words", metavar="EXERCISE...", nargs=-1, required=True)
@click.option(
    "--output", type=click.Path(path_type=Path), required=True, metavar="PATH", help="The zip or the folder to write."
)
@options.course
@click.option("--points", callback=_number("a number"), metavar="N", help="What all of it is worth there.")
@click.option(
    "--deadline",
    callback=_number("a number of seconds, such as 900"),
    metavar="SECONDS",
    help="The timeout set there.",
)
@click.option("--memory", callback=_size, metavar="SIZE", help="The memory that a run has there, such as 2GiB.")
@click.option("--expectations", is_flag=True, help="Put no solution in, even where it could be hidden.")
@click.option("--allow-pending", is_flag=True, help="Leave speed checks that need another machine provisional.")
@click.option(
    "--python",
    callback=options.one_of(_VERSIONS),
    default=_RUNNING,
    metavar="VERSION",
    help=f"The Python to grade with: {', '.join(_VERSIONS)} (default: the one that runs).",
)
@click.option("--no-hashes", is_flag=True, help="Pin packages by version only, without asking the package index.")
@click.option(
    "--image",
    default="",
    callback=_image,
    metavar="NAME",
    help="PrairieLearn: the image to grade in; Autolab, oci: the one to begin with.",
)
@click.option(
    "--hidden",
    callback=options.one_of(_SHOWN),
    default="visible",
    metavar="WHEN",
    help=f"When students see what hidden cases found: {', '.join(_SHOWN)}; dates are for Gradescope.",
)
@click.option(
    "--require-isolation",
    "isolation",
    callback=options.one_of(_TIERS),
    default="uid",
    metavar="TIER",
    help="Grade there in no less than this (uid); in limits, a submission can forge its result.",
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
    python: str,
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

    PLATFORM is gradescope, prairielearn, autolab, vpl, coderunner, classroom50, or oci for a plain container. EXERCISE
    is one of your course, such as 3, or several, such as 1-12. Each solution is graded first, within what the platform
    gives; what cannot work there is refused. docs/lms.md tells of each platform.
    """
    from grader.commands import finding
    from grader.commands.key import key
    from grader.course import read_exercise
    from grader.lms.packing.building import built
    from grader.lms.packing.nouns import Request
    from grader.lms.packing.output import refuse_output
    from grader.lms.packing.places import PLACES
    from grader.lms.packing.writing import write

    opened = finding.opened(course)
    exercises = tuple(read_exercise(folder, opened) for folder in finding.several(opened, words))
    refuse_output(output, platform, tuple(exercise.folder.name for exercise in exercises), opened)
    request = Request(
        platform=platform,
        timeout=deadline,
        memory=memory,
        points=points,
        expectations=expectations,
        pending=allow_pending,
        python=python,
        hashes=not no_hashes,
        image=image,
        hidden=hidden,
        problems=problems,
        isolation=isolation,
        key=key(),
    )
    moving = screen.colourful(sys.stderr, no_color=no_color)
    with Progress(sys.stderr, moving=moving, width=screen.width(), logged=True) as progress:
        content = built(request, opened, exercises, progress)
        write(output, content)
    place = PLACES[platform]
    told = _NEXT[platform].format(image=image, timeout=deadline or place.timeout, python=python)
    late = (
        f" The late policy of course.yaml does not count there; lateness is set by {place.late}." if opened.late else ""
    )
    screen.show(f"{output} is written. {told}{late}\n")
    return 0
