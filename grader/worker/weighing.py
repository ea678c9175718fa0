"""How much memory the program of a call takes, and what a function keeps for its backward pass."""

from __future__ import annotations

import contextlib
import io
import math
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import jax.ad_checkpoint

from grader.model.answers import Exported, Raised, Unexported
from grader.model.memory import Kept, Weighed
from grader.worker.calling import guarded
from grader.worker.exporting import exported
from grader.worker.failures import plain
from grader.worker.programs import Programs

if TYPE_CHECKING:
    from grader.worker.subject import Subject

__all__ = ["weighed"]

_LINE: Final = re.compile(r"([a-z]+(\d*)\w*\[([\d,]*)\])\S* output of (.*)")
_PLACE: Final = re.compile(r"(?P<made>.*?) from (?P<file>.*):(?P<line>\d+):\d+ \(.*\)")
_MOST: Final = 20
_LONGEST: Final = 100
_print_saved_residuals: Any = jax.ad_checkpoint.print_saved_residuals


def weighed(
    subject: Subject, positional: tuple[Any, ...], keyword: dict[str, Any], gradient: tuple[int, ...] | None
) -> Weighed | Unexported | Raised:
    """The memory of a call's program, or why there is none; for a gradient with what is kept for it."""
    made = exported(subject, positional, keyword, gradient=gradient)
    if not isinstance(made, Exported):
        return made
    found = Programs().weigh(made.program)
    if isinstance(found, Raised) or gradient is None:
        return found
    kept = guarded(lambda: _kept(subject.plain, subject.file, positional, keyword), "call", subject.file)
    return found if isinstance(kept, Raised) else Weighed(temporary=found.temporary, kept=kept)


def _kept(function: Any, file: str, positional: tuple[Any, ...], keyword: dict[str, Any]) -> tuple[Kept, ...]:  # noqa: ANN401
    """What a function keeps for its backward pass, as jax prints it; largest first, arguments left out."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        _print_saved_residuals(function, *positional, **keyword)
    found = Counter(line.groups() for line in map(_LINE.match, printed.getvalue().splitlines()) if line)
    kept = [_one(parts, times, file) for parts, times in found.items()]
    return tuple(sorted(kept, key=lambda one: -one.size * one.times)[:_MOST])


def _one(parts: tuple[str | Any, ...], times: int, file: str) -> Kept:
    """What one line of jax's says, which is there so many times."""
    type_, bits, shape, made = parts
    place = _PLACE.fullmatch(made)
    return Kept(
        type=type_,
        size=math.prod(int(size) for size in shape.split(",") if size) * int(bits or 8) // 8,  # a truth is a byte
        times=times,
        made=plain(place["made"] if place else made.removesuffix(" from "), _LONGEST),
        line=int(place["line"]) if place and place["file"] == file else None,
    )
