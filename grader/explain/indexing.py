"""Rules for indexing arrays and for changing them in place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.explain import links
from grader.explain.rule import Rule
from grader.explain.words import counted, readable

if TYPE_CHECKING:
    from grader.explain.sight import Sight

__all__ = ["RULES"]


def _in_place(sight: Sight, _: re.Match[str]) -> str:
    return f"{sight.code} changes an array in place, but jax arrays cannot be changed once they are made."


def _in_place_hint(sight: Sight, _: re.Match[str]) -> str:
    found = re.match(r"(\w+)\[(.+?)\]\s*([-+*/]?)=\s*(.+)$", sight.source)
    methods = {"": "set", "+": "add", "-": "subtract", "*": "multiply", "/": "divide"}
    if found is None:
        return "Make a new array: `x = x.at[i].set(value)`."
    if re.search(r"[<>]|[!=]=|^~|isnan|isinf|mask", found[2]):
        return f"Choose element by element instead: `{found[1]} = jnp.where({readable(found[2], 60)}, …, {found[1]})`."
    new = f"{found[1]} = {found[1]}.at[{found[2]}].{methods[found[3]]}({found[4]})"
    return f"Make a new array instead: `{readable(new, 90).replace('`', chr(39))}`."


RULES = (
    Rule(
        error="TypeError",
        cause="in-place-update",
        pattern=r"immutable and do not support in-place|does not support item assignment.*[Jj]ax",
        say=_in_place,
        hint=_in_place_hint,
        link=links.AT,
    ),
    Rule(
        error="AttributeError",
        cause="in-place-update",
        pattern=r"^__delitem__$",
        say=_in_place,
        hint="Make a new array without the element, for example with `jnp.delete` or a slice.",
        link=links.GOTCHAS,
    ),
    Rule(
        error="IndexError",
        cause="too-many-indices",
        pattern=r"Too many indices: array is (?P<rank>\d+)-dimensional, but (?P<given>\d+)",
        say=lambda sight, found: (
            f"{sight.code} uses {counted(found['given'], 'index', 'indices')} on an array with "
            f"{counted(found['rank'], 'axis', 'axes')}."
        ),
        hint="Look at `x.shape`: one index for each axis at most.",
    ),
    Rule(
        error="TypeError",
        cause="index-type",
        pattern=r"Indexer must have integer or boolean type, got indexer with type (?P<dtype>\w+)",
        say="{code} uses an index of type {dtype}; positions are integers.",
        hint="Convert it: `i.astype(int)`, or use `//` instead of `/`.",
    ),
    Rule(
        error="TypeError",
        cause="index-list",
        pattern=r"Using a non-tuple sequence for multidimensional indexing",
        say="{code} uses a Python list as an index, which jax refuses.",
        hint="Make it an array: `x[jnp.array([0, 1])]`.",
    ),
    Rule(
        error="TypeError",
        cause="index-type",
        pattern=r"does not support string indexing",
        say="{code} uses a string as an index of an array.",
        hint="Arrays are indexed by integers; names belong to dicts.",
    ),
    Rule(
        error="ValueError",
        cause="axis-out-of-range",
        pattern=r"axis (?P<axis>-?\d+) is out of bounds for array of dimension (?P<rank>\d+)",
        say=lambda sight, found: (
            f"{sight.code} names axis {found['axis']} of an array with {counted(found['rank'], 'axis', 'axes')}; axes "
            "count from 0."
        ),
        hint="Look at `x.shape`.",
    ),
    Rule(
        error="TypeError",
        cause="scalar-has-no-length",
        pattern=r"len\(\) of unsized object|iteration over a 0-d array",
        say="{code} goes through an array without axes: a single number has no length.",
        hint="Check the shape: `x.ndim` is 0 here.",
    ),
)
