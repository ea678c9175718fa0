"""Rules for sizes, slices and axes that depend on traced values."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from grader.explain import links
from grader.explain.rule import Rule
from grader.explain.truths import static_or

if TYPE_CHECKING:
    import re

    from grader.explain.sight import Sight

__all__ = ["RULES"]

_CONCRETE = "ConcretizationTypeError"
_SIZE = "the size of an array must be known while jax traces, for jax compiles for one shape"

_LEAF = "Every leaf of a container is traced: pass the size as an argument of its own, and make that one static."
_ENDS = (
    "Where the size is always the same, make the range without traced ends and shift it: `i + jnp.arange(-1, 2)` for "
    "`jnp.arange(i - 1, i + 2)`. "
)


def _size_advice(otherwise: str, sight: Sight, found: re.Match[str]) -> str:
    """What to try for a traced size: a leaf is passed apart, a range of two ends is shifted."""
    if sight.arguments and not all(name.isidentifier() for name in sight.arguments):
        return _LEAF
    ends = any(name.endswith("arange") and len(call.args) > 1 for name, call in sight.calls())
    return (_ENDS if ends else "") + static_or(otherwise, sight, found)


RULES = (
    Rule(
        error="NonConcreteBooleanIndexError",
        cause="boolean-mask",
        say=lambda sight, _: (
            f"{sight.code} "
            + ("changes the elements that" if ".at[" in sight.source else "picks elements by")
            + " a mask"
            + (" picks, so how many there are" if ".at[" in sight.source else ", so the size of the result")
            + " would depend on values. While jax traces, values are unknown, and a size must be known."
        ),
        hint=lambda sight, _: (
            "Choose element by element: `x = jnp.where(mask, new, x)`, with `new` of the shape of `x` or one number."
            if ".at[" in sight.source
            else "Keep the shape: `jnp.where(mask, x, neutral)`, or a reduction with `where=mask`."
        ),
        link=links.error("NonConcreteBooleanIndexError"),
    ),
    Rule(
        error=_CONCRETE,
        cause="traced-size",
        pattern=r"(?:jnp\.(?P<name>arange|linspace|repeat|eye|tri|full)\b|size argument of jnp\.(?P<size>\w+)"
        r"|first argument of jnp\.(?P<first>\w+)|argument 'x' of jnp\.bincount|arose in \w+1d\(\))",
        say=lambda sight, found: (
            f"{sight.code} makes an array whose size is {'' if sight.arguments else 'a traced value'}"
            f"{sight.wanted if sight.arguments else ''}, but {_SIZE}."
            if found["name"]
            else f"{sight.code} gives a result whose size depends on values, but {_SIZE}."
        ),
        hint=lambda sight, found: (
            _size_advice("use a size that follows from a shape.", sight, found)
            if found["name"]
            else "Pass a fixed `length=`: how many there are to count."
            if "bincount" in found[0]
            else "Pass a fixed `size=`, or keep the shape and choose with the three arguments of `jnp.where`."
        ),
        link=links.error(_CONCRETE),
    ),
    Rule(
        error=_CONCRETE,
        cause="traced-axis",
        pattern=r"axis argument must be known statically",
        say="{code} reduces along an axis that is a traced value, but the axis decides the shape of the result, which "
        "must be known while jax traces.",
        hint=partial(static_or, "write the axis as a number."),
        link=links.error(_CONCRETE),
    ),
    Rule(
        error="TypeError",
        cause="traced-size",
        pattern=r"Shapes must be 1D sequences of concrete values.*Tracer",
        say=lambda sight, _: f"{sight.code} makes a shape out of {sight.wanted}, but {_SIZE}.",
        hint=partial(_size_advice, "use a size that follows from the shape of another array."),
        link=links.JIT,
    ),
    Rule(
        error="IndexError",
        cause="traced-slice",
        pattern=r"Slice entries must be static integers|slice indices must have static start",
        say=lambda sight, _: (
            f"{sight.code} slices with a traced start or stop, so its size would be unknown, but {_SIZE}."
        ),
        hint=partial(static_or, "take a slice of fixed size with `lax.dynamic_slice_in_dim(x, start, size)`."),
        link=links.TRACING,
    ),
    Rule(
        error="TypeError",
        cause="traced-list-length",
        pattern=r"unsupported operand type\(s\) for \*: "
        r"'(?:(?:list|tuple|str)' and '\S*Tracer|\S*Tracer' and '(?:list|tuple|str))'",
        say="{code} repeats a Python list by a traced number, but while jax traces that number is unknown.",
        hint="Make the number a static argument, or start from `jnp.zeros` of a known shape.",
        link=links.TRACING,
    ),
    Rule(
        error="TypeError",
        cause="not-one-integer",
        pattern=r"Only integer scalar arrays can be converted to a scalar index",
        say="{code} needs one plain Python integer and was given an array that is not one.",
        hint="Give it a Python int; a traced value cannot become one.",
        link=links.error("TracerIntegerConversionError"),
    ),
)
