"""The words behind ``%%grade``, read as the command line reads its own."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import msgspec

from grader.commands import options

__all__ = ["Words", "read"]

_HOW = "%%grade exercise3, say"


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked for: the exercise, and the options that ``grade`` has as well."""

    exercise: str
    course: Path | None
    only: tuple[str, ...]
    seed: str
    device: str


def read(text: str) -> Words:
    """Returns what a line asks for. Raises a usage error where it is none."""
    try:
        words = shlex.split(text)
    except ValueError:
        raise click.UsageError("a quotation mark is missing in this line.") from None
    if not words or words[0].startswith("-"):
        raise click.UsageError(f"which exercise is this cell for? Write it first: {_HOW}.")
    found: Words = _line.main(words, prog_name="%%grade", standalone_mode=False)
    return found


@click.command(add_help_option=False)
@click.argument("exercise")
@options.course
@options.only
@options.seed
@options.device
def _line(exercise: str, course: Path | None, only: tuple[str, ...], seed: str, device: str) -> Words:
    return Words(exercise=exercise, course=course, only=only, seed=seed, device=device)
