"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

__all__ = ["course", "device", "isolation", "no_color"]

_TIERS: Final = ("namespaces", "landlock", "uid", "limits")


def _device(ctx: click.Context, param: click.Parameter, word: str | None) -> str:
    """The device that a word names; nothing where there is no word. Raises a usage error where it names none."""
    if word is None:
        return ""
    from grader.model.platforms import Device

    try:
        Device.parsed(word)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", ctx, param) from None
    return word


course = click.option(
    "--course",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the course is; else it is looked for here and in the folders above.",
)
no_color = click.option("--no-color", is_flag=True, help="Plain text, without colours and without movement.")
device = click.option(
    "--device",
    callback=_device,
    metavar="NAME",
    help="Run on one of cpu, gpu, tpu; gpu:1 is the second GPU.",
)
isolation = click.option(
    "--require-isolation",
    type=click.Choice(_TIERS),
    metavar="TIER",
    help=f"Refuse to run the file in less than this: {', '.join(_TIERS)}.",
)
