"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["course", "no_color"]

course = click.option(
    "--course",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the course is; else it is looked for here and in the folders above.",
)
no_color = click.option("--no-color", is_flag=True, help="Plain text, without colours and without movement.")
