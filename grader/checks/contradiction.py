"""A call's result held against what its program gives where the file never was: right values are not enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grader.checks.comparison import difference
from grader.model.values import Array, Mapping, Record, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.checks.comparison import Tolerance
    from grader.model.answers import Loaded
    from grader.model.testimony import Testimony
    from grader.model.values import Value

__all__ = ["Contradiction", "contradiction", "on_the_host"]

_ELSEWHERE = (
    "The values of a jitted function must come from its program: what NumPy computes, or what is kept from an earlier "
    "call, is not in it."
)


_UNJITTED = (
    "The function itself is not jitted, so Python runs in each call: what NumPy computes there, or what is kept from "
    "an earlier call, is in no program."
)


class Contradiction(msgspec.Struct, frozen=True, kw_only=True):
    """Why a right result is not believed: in words, and in words without values; the student's line, what to try."""

    words: str
    neutral: str
    line: int | None = None
    hint: str = ""


def contradiction(
    testimony: Testimony,
    expected: Value,
    direct: Value,
    tolerance: Tolerance,
    loaded: Loaded | None = None,
    *,
    jitted: bool = True,
) -> Contradiction | None:
    """What the program says against a result that is as expected; None where it says nothing against it.

    ``loaded`` tells of the file that the program comes from, ``jitted`` whether the function itself is, rather than a
    plain one that jax can trace as a whole.
    """
    why = _ELSEWHERE if jitted else _UNJITTED
    if testimony.kind == "host":
        return on_the_host(testimony)
    if testimony.kind == "refused" and loaded is not None and loaded.devices > 1:
        where = f" on line {loaded.simulated}" if loaded.simulated else ""
        told = (
            f"the file asks for {loaded.devices} devices{where}, and this exercise runs on one. "
            f"A program that is spread over {loaded.devices} cannot be run there."
        )
        return Contradiction(words=told, neutral=told, line=loaded.simulated, hint=_ONE_DEVICE)
    if testimony.kind == "refused":
        told = "the program that the function was traced into cannot be run by itself"
        return Contradiction(words=f"{told}: {testimony.words.rstrip('.')}.", neutral=f"{told}.", hint=_TRY)
    if testimony.kind != "result" or testimony.value is None:
        return None
    anyhow = msgspec.structs.replace(tolerance, dtype="any", weak_type=False)
    found = difference(expected, testimony.value, anyhow)
    if found is not None:
        at = f" in part {found.where}" if found.where else ""
        start = "called directly it gives the right result, but the program that jax traced from it gives another one"
        return Contradiction(words=f"{start} ({found.words}{at}). {why}", neutral=f"{start}. {why}", hint=_TRY)
    for own, programs in zip(_dtypes(direct), _dtypes(testimony.value), strict=True):
        if own and programs and own != programs:
            told = f"called directly it gives {own}, but the program that jax traced from it gives {programs}"
            neutral = "called directly it gives another dtype than the program that jax traced from it"
            return Contradiction(words=f"{told}. {why}", neutral=f"{neutral}. {why}", hint=_TRY)
    return None


_ONE_DEVICE = (
    "Take out what asks for several devices, and the mesh or sharding that goes by it: jit alone is asked for here."
)


def on_the_host(testimony: Testimony) -> Contradiction:
    """Why a program is none that has code outside jax do the work."""
    by = f" (`{testimony.words}`)" if testimony.words else ""
    told = "the program calls code outside jax while it runs{}, so that code does the work and not the program."
    return Contradiction(words=told.format(by), neutral=told.format(""), line=testimony.line, hint=_TRY)


_TRY = "Compute everything with jax.numpy inside the jitted function."


def _dtypes(value: Value) -> Iterator[str]:
    """The dtypes of all leaves, in an order of their own; "" where a leaf is no array of jax."""
    if isinstance(value, Sequence | Record):
        for item in value.items:
            yield from _dtypes(item)
    elif isinstance(value, Mapping):
        for _, item in sorted(zip(map(repr, value.keys), value.items, strict=True), key=lambda pair: pair[0]):
            yield from _dtypes(item)
    else:
        yield value.dtype if isinstance(value, Array) and value.origin == "jax" else ""
