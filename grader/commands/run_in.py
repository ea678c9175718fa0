"""``grade run-in PLATFORM``: what a platform's own script starts inside its container."""

from __future__ import annotations

import sys
from pathlib import Path

import click

__all__ = ["run_in"]


@click.command("run-in")
@click.argument("name", metavar="PLATFORM")
@click.option(
    "--root",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Instead of the platform's own folders, those of the same names below this one.",
)
@click.option(
    "--package",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where package.json lies; else where the platform puts what an instructor uploads.",
)
def run_in(name: str, root: Path | None, package: Path | None) -> int:
    """Grade inside a platform's container: what was handed in there, by the package there.

    Exit codes: 0 a result was written, whatever the mark (for oci: results.json). 2 the command line is wrong: an
    unknown platform, or a --root that is not there. 3 there is no result, because grading failed or was not set up: the
    package or the folder of submissions is missing, or the package is another platform's.
    """
    if not sys.platform.startswith("linux"):
        raise click.UsageError("run-in is for the containers of platforms, which are all Linux.")
    from grader.lms.platforms import PLATFORMS
    from grader.model.spelling import meant

    if name not in PLATFORMS:
        raise click.UsageError(f"there is no platform '{name}'{meant(name, PLATFORMS)}")
    from grader.lms.run_in.entering import run_in as entered
    from grader.lms.run_in.surroundings import SURROUNDINGS

    if package is None and SURROUNDINGS[name].package is None:
        raise click.UsageError(f"name the package's folder with --package: {name} has no place that is no student's")
    return entered(PLATFORMS[name], root, package)
