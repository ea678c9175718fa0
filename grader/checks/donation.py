"""What a call did with the memory of its arguments, held against what was asked, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from grader.model.memory import Buffer, Donated

__all__ = ["Fault", "fault"]


class Fault(msgspec.Struct, frozen=True):
    """What is wrong, and the line of the jitted function that it is about, where that is known."""

    words: str
    line: int | None = None


def fault(told: Donated, names: Sequence[str], *, donated: Iterable[str], kept: Iterable[str]) -> Fault | None:
    """What is wrong with the memory of the parameters that must be ``donated`` and of those to be ``kept``."""
    taken = _first(told, names, kept, lambda buffer: buffer.donated or buffer.deleted)
    missing = _first(told, names, donated, lambda buffer: not buffer.reused)
    if missing is not None and taken is not None and taken.donated and not missing.donated:
        words = (
            f"`{_name(taken, names)}` is donated, and `{_name(missing, names)}` is not. Whoever calls goes on using "
            f"`{_name(taken, names)}`."
        )
        return Fault(f"{words} `donate_argnums` counts the arguments from 0.", taken.line)
    if missing is not None:
        return Fault(_missing(missing, told, names), missing.line)
    if taken is not None:
        return Fault(_taken(taken, names), taken.line)
    if told.unusable:
        words = f"jax found no use for memory that is donated in this call, of {_listed(told.unusable)}"
        return Fault(f"{words}: it warns that some donated buffers were not usable.")
    return None


def _first(
    told: Donated, names: Sequence[str], wanted: Iterable[str], wrong: Callable[[Buffer], bool]
) -> Buffer | None:
    """The first array of these parameters with which something is wrong."""
    places = [names.index(name) for name in wanted]
    return next((one for one in told.buffers if one.argument in places and wrong(one)), None)


def _missing(buffer: Buffer, told: Donated, names: Sequence[str]) -> str:
    """Why the result does not lie in the memory of an argument that was to be donated."""
    name = _name(buffer, names)
    if not buffer.donated and buffer.deleted:
        return (
            f"`{name}` is deleted, but its memory is donated to no jitted function: the result was put elsewhere while "
            f"`{name}` was still there. To donate is to let the compiled program write its result over the argument."
        )
    if not buffer.donated:
        who = "the jitted function that gets it must not write over it" if buffer.line else "no jitted function gets it"
        return (
            f"`{name}` is not donated: {who}, so `{name}` is still there after the call, and the result lies in memory "
            "of its own."
        )
    if buffer.deleted:
        return (
            f"`{name}` is donated, but the array that comes back lies elsewhere: it is made from what the jitted "
            "function gave, outside of it, and that takes new memory."
        )
    if buffer.type not in buffer.results:
        given = (
            f"what the jitted function returns is {_listed(buffer.results)}" if buffer.results else "it returns none"
        )
        return (
            f"`{name}` is donated, but its memory could not be used: it is {buffer.type}, and {given}. Only a result "
            "of the same shape and dtype is put there; jax warns that some donated buffers were not usable."
        )
    others = [_name(one, names) for one in told.buffers if one.donated and one.reused and one.type == buffer.type]
    rival = f": that of `{others[0]}` is donated, too, and was taken for the result" if others else ""
    return (
        f"`{name}` is donated, but its memory was not used{rival}. There is one result for each piece of memory, and "
        "jax warns that some donated buffers were not usable."
    )


def _taken(buffer: Buffer, names: Sequence[str]) -> str:
    """What happened to an argument that was to be kept."""
    name = _name(buffer, names)
    if not buffer.donated:
        return f"`{name}` is deleted by the call, and whoever calls goes on using it."
    if buffer.deleted:
        return f"`{name}` is donated, too, and gone after the call: whoever calls goes on using it."
    return (
        f"`{name}` is donated, too, and whoever calls goes on using it. It is still there only because no result is "
        "left to lie in its memory, as jax warns: some donated buffers were not usable."
    )


def _name(buffer: Buffer, names: Sequence[str]) -> str:
    return f"{names[buffer.argument]}{buffer.path}"


def _listed(types: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(types))
