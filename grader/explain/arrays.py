"""Rules for arrays: shapes that do not fit, indexing, dtypes, arrays that cannot be changed, memory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.explain import constructs, links
from grader.explain.rule import Rule
from grader.explain.truths import HINTS, IDEAS
from grader.explain.words import joined, readable

if TYPE_CHECKING:
    from grader.explain.sight import Sight

__all__ = ["RULES"]

_SHAPE = re.compile(r"\((?:\d+(?:, ?\d+)*,?)?\)")
_BROADCAST = "Shapes fit where, from the right, sizes are equal or one of them is 1."

_MEMORY_HINT = "Look at the shapes: an intermediate array may be far larger than input and output."


def _broadcast(sight: Sight, _: re.Match[str]) -> str:
    shapes = joined([readable(shape, 40) for shape in _SHAPE.findall(sight.text)][:4])
    return f"{sight.code} combines arrays of shapes {shapes}, which do not fit together. {_BROADCAST}"


def _truth(sight: Sight, _: re.Match[str]) -> str:
    kind = constructs.truth(sight)
    return (
        f"{constructs.asker(sight)} asks an array for one True or False, but the array has one for each element. "
        f"{IDEAS[kind] if kind in HINTS else 'Python cannot tell which is meant.'}"
    )


def _truth_hint(sight: Sight, _: re.Match[str]) -> str:
    choice = "For one choice per element use `jnp.where`; for one answer use `jnp.any` or `jnp.all`."
    return HINTS.get(constructs.truth(sight), choice)


def _memory(sight: Sight, _: re.Match[str]) -> str:
    found = re.search(r"allocating (\d{1,20}) bytes|allocate ([\d.]+ ?\w+)", sight.text)
    amount = ""
    if found:
        amount = f" ({found[2] or f'{round(int(found[1]) / (1 << 30), 1):g} GiB'} at once)"
    return f"{sight.code} asked for more memory{amount} than there is for a grading run."


def _scanned_apart(sight: Sight) -> bool:
    """Whether the line gives ``lax.associative_scan`` more than a function and what it goes through."""
    return any(name.endswith("associative_scan") and len(call.args) > 2 for name, call in sight.calls())  # noqa: PLR2004


RULES = (
    Rule(
        error="ValueError",
        cause="scan-elements",
        pattern=r"truth value of an array with more than one",
        sees=_scanned_apart,
        say="{code} gives `lax.associative_scan` a third argument, which is `reverse`. What it goes through is one "
        "argument: an array, or a tuple of arrays.",
        hint="Write `lax.associative_scan(combine, (a, b))`; `combine` then gets two such tuples and returns one.",
        link=links.CONTROL_FLOW,
    ),
    Rule(
        error="ValueError",
        cause="truth-of-array",
        pattern=r"truth value of an array with more than one",
        say=_truth,
        hint=_truth_hint,
        link=links.CONTROL_FLOW,
    ),
    Rule(
        error="ValueError",
        cause="truth-of-empty-array",
        pattern=r"truth value of an empty array",
        say="{code} asks an empty array for a True or False.",
        hint="Ask for its size: `x.size > 0`.",
        link=links.CONTROL_FLOW,
    ),
    Rule(
        error="Exception",
        cause="shapes-do-not-fit",
        pattern=r"incompatible shapes for broadcasting|Incompatible shapes for broadcasting|could not be broadcast "
        r"together with shapes",
        say=_broadcast,
        hint="Look at both shapes; `x[:, None]` adds an axis.",
        link=links.GOTCHAS,
    ),
    Rule(
        error="Exception",
        cause="shapes-do-not-fit",
        pattern=r"Incompatible types for broadcasting: input type=(?P<one>\S+) and requested type=(?P<two>\S+)",
        say="{code} puts a {one} where a {two} belongs, and the shapes do not fit.",
        hint="Give the new values the shape of the place they go to.",
        link=links.AT,
    ),
    Rule(
        error="Exception",
        cause="product-shapes",
        pattern=r"contracting dimensions to have the same shape, got (?P<one>\([\d, ]*\)) and (?P<two>\([\d, ]*\))",
        say="{code} multiplies arrays along axes of different length: {one} on the left, {two} on the right.",
        hint="In `a @ b` the last axis of `a` is as long as the first axis of a matrix `b`; `b.T` swaps axes.",
        link=links.GOTCHAS,
    ),
    Rule(
        error="Exception",
        cause="product-shapes",
        pattern=r"matmul input operand (?P<which>\d) must have ndim at least 1",
        say="{code} uses `@` on a single number; a product of this kind needs arrays with at least one axis.",
        hint=lambda sight, _: (
            "Use `*` for numbers."
            if not any("fori_loop" in frame.text for frame in sight.failure.frames)
            else "Is it the counter? The body of a `fori_loop` is called as `body(i, carry)`, the counter first."
        ),
    ),
    Rule(
        error="Exception",
        cause="einsum-shapes",
        pattern=r"Size of label '(?P<label>\w)' .*?\((?P<one>\d+)\) does not match previous terms \((?P<two>\d+)\)",
        say="{code} gives the letter `{label}` two sizes, {two} and {one}. A letter stands for one size.",
        hint="Check which axis each letter names.",
    ),
    Rule(
        error="Exception",
        cause="concatenate-shapes",
        pattern=r"Cannot concatenate arrays with shapes that differ.*along dimension (?P<axis>\d+) for shapes "
        r"(?P<shapes>.+?)\.?$",
        say="{code} joins arrays of shapes {shapes} along axis {axis}; all other axes must agree.",
        hint="Join along another axis, or reshape first.",
    ),
    Rule(
        error="Exception",
        cause="concatenate-shapes",
        pattern=r"Zero-dimensional arrays cannot be concatenated",
        say="{code} joins single numbers, which have no axis to join along.",
        hint="Use `jnp.stack`, or `jnp.array([a, b])`.",
    ),
    Rule(
        error="ValueError",
        cause="stack-shapes",
        pattern=r"All input arrays must have the same shape\.? ?(?:Got (?P<shapes>.+?)\.?)?$",
        say="{code} stacks arrays of different shapes ({shapes}); they must all be alike.",
        hint="Make the shapes equal first, or use `jnp.concatenate`.",
    ),
    Rule(
        error="Exception",
        cause="reshape-size",
        pattern=r"cannot reshape array of shape (?P<one>\([\d, ]*\)) \(size (?P<size>\d+)\) into shape "
        r"(?P<two>\([-\d, ]*\)|\S+)(?: \(size (?P<other>\d+)\))?",
        say="{code} reshapes {one} into {two}, but the number of elements must stay the same ({size}).",
        hint="Let jax work out one axis: `x.reshape(-1, 2)`.",
    ),
    Rule(
        error="TypeError",
        cause="lax-dtypes",
        pattern=r"(?P<name>lax\.\w+) requires arguments to have the same dtypes, got (?P<one>[\w-]+), (?P<two>[\w-]+)",
        say="`{name}`{at} was given {one} and {two}; functions of `lax` do not convert.",
        hint="Use the function of `jax.numpy`, which converts, or `x.astype`.",
    ),
    Rule(
        error="TypeError",
        cause="operation-dtype",
        pattern=r"\b(?P<name>\w+) does not accept dtype (?P<dtype>\w+)",
        say="{code}: the operation `{name}` does not work on {dtype}.",
        hint="Convert first; `~` negates truth values, `&` and `|` need brackets around comparisons.",
    ),
    Rule(
        error="TypeError",
        cause="not-an-array",
        pattern=r"\b(?P<name>\w+) requires ndarray or scalar arguments, got (?P<kind><class '[^']+'>) at position",
        say="{code} gives `{name}` a value of type {kind}; jax wants an array or a number.",
        hint=lambda _, found: (
            "Look where the None comes from: does a function lack its `return`?"
            if "NoneType" in found["kind"]
            else "Make it an array first, with `jnp.array`."
        ),
        link=links.GOTCHAS,
    ),
    Rule(
        error="TypeError",
        cause="integer-power",
        pattern=r"Integers cannot be raised to negative powers",
        say="{code} raises an integer to a negative power, which has no integer result.",
        hint="Convert to a float first.",
    ),
    Rule(
        error="OverflowError",
        cause="integer-too-large",
        pattern=r"overflow was encountered while parsing an argument.*with value (?P<value>-?\d+)",
        say="{code} uses the integer {value}, which does not fit into jax's 32-bit integers.",
        hint="Use a float, or switch 64-bit types on with `jax.config.update('jax_enable_x64', True)`.",
        link=links.GOTCHAS,
    ),
    Rule(
        error="Exception",
        cause="out-of-memory",
        pattern=r"RESOURCE_EXHAUSTED(?:.*?allocating (?P<bytes>\d+))?",
        say=_memory,
        hint=_MEMORY_HINT,
    ),
    Rule(error="MemoryError", cause="out-of-memory", say=_memory, hint=_MEMORY_HINT),
)
