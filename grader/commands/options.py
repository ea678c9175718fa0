"""The options that several commands share."""

from __future__ import annotations

import re
import shlex
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from grader.commands import screen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.model.exercise import Exercise

__all__ = [
    "course",
    "device",
    "due",
    "file",
    "form",
    "isolation",
    "must_have",
    "no_color",
    "one_of",
    "only",
    "repeated",
    "seed",
    "written",
]

_Command = TypeVar("_Command", bound="Callable[..., Any]")
_MOMENTS: Final = ("%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M%z", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M%z", "%Y-%m-%d")
_DATE: Final = re.compile(r"\d{4}-\d{1,2}-\d{1,2}")
_TIERS: Final = ("namespaces", "landlock", "uid", "limits")
_SEED: Final = re.compile(r"[0-9a-fA-F]{1,32}")


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


def _writable(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
    """The path. Raises a usage error where no file can be written there."""
    del ctx
    if path is not None:
        screen.refuse_unwritable(path, param.opts[0])
    return path


def _seed(ctx: click.Context, param: click.Parameter, text: str) -> str:
    """The seed as a report writes it. Raises a usage error where it is none."""
    del ctx, param
    if text and not _SEED.fullmatch(text):
        raise click.UsageError("--seed is a number of at most 32 hexadecimal digits, as a report shows it.")
    return text.lower().zfill(32) if text else ""


def must_have(exercise: Exercise, only: Sequence[str], *, said: str = "--only: ") -> None:
    """Raises a usage error, which begins with what is ``said``, where a word names no check of the exercise."""
    from grader.model.spelling import meant

    names = [check.name for check in exercise.checks]
    for word in only:
        if word not in names:
            raise click.UsageError(f"{said}exercise {exercise.number} has no check '{word}'{meant(word, names)}")


def one_of(names: Sequence[str]) -> Callable[[click.Context, click.Parameter, str | None], str | None]:
    """Returns what takes an option's word only where it is one of these; a usage error tells the nearest."""

    def known(ctx: click.Context, param: click.Parameter, word: str | None) -> str | None:
        from grader.model.spelling import meant

        if word is not None and word not in names:
            raise click.BadParameter(f"there is no '{word}'{meant(word, names)}", ctx, param)
        return word

    return known


def form(names: Sequence[str], told: str) -> Callable[[_Command], _Command]:
    """Returns the option that chooses one of several forms; ``{}`` in its help becomes their names."""
    told = told.format(", ".join(names))
    return click.option("--format", "form", callback=one_of(names), default="terminal", metavar="NAME", help=told)


def repeated(course: Path | None) -> str:
    """Returns what the next command needs, too, for the course to be found: nothing, or the option as it was given."""
    return f" --course {shlex.quote(str(course))}" if course else ""


def written(name: str, metavar: str, told: str) -> Callable[[_Command], _Command]:
    """Returns an option for a file to write, which is refused before any work where it cannot be written."""
    return click.option(name, type=click.Path(path_type=Path), callback=_writable, metavar=metavar, help=told)


file = click.argument("file", required=False, type=click.Path(path_type=Path))
course = click.option(
    "--course",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the course is; else it is looked for here and in the folders above.",
)


class _Moment(click.DateTime):
    """A date and time; a date alone is the end of that day, where the command is typed."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401
        found = super().convert(value, param, ctx)
        if isinstance(value, str) and isinstance(found, datetime) and _DATE.fullmatch(value.strip()):
            return found.replace(hour=23, minute=59, second=59, microsecond=999_999).astimezone()
        return found


due = click.option(
    "--due",
    type=_Moment(_MOMENTS),
    metavar="DATE",
    help="When all was due, for the late policy: 2027-01-31 for the end of that day here, or 2027-01-31T23:59, "
    "in UTC unless it ends in +01:00.",
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
    callback=one_of(_TIERS),
    metavar="TIER",
    help=f"Refuse to run the file in less than this: {', '.join(_TIERS)}.",
)
only = click.option(
    "--only", multiple=True, metavar="CHECK", help="Judge only this check; may be given more than once."
)
seed = click.option(
    "--seed",
    default="",
    callback=_seed,
    metavar="N",
    help="Draw the inputs that an earlier report's seed drew.",
)
