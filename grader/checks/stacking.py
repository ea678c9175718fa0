"""Stacks the arguments of several cases along a new leading axis, for a call under ``vmap``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grader.checks.comparison import array_of
from grader.model.check import Broken
from grader.model.values import Array, Scalar, Value

if TYPE_CHECKING:
    from grader.model.questions import Arguments

__all__ = ["stack"]


def stack(calls: tuple[Arguments, ...], mapped: tuple[bool, ...]) -> Arguments:
    """Returns one call whose ``mapped`` positional arguments hold those of all calls that fit the first.

    A call fits where its other arguments equal the first's and its mapped ones are numbers of the same shape; a
    first call that nothing else fits is stacked with itself. Raises Broken where a mapped argument is no number.
    """
    first = calls[0]
    fitting = [call for call in calls if _fits(first, call, mapped)]
    if len(fitting) == 1:
        fitting = [first, first]
    positional = tuple(
        _stacked([call.positional[index] for call in fitting]) if yes else first.positional[index]
        for index, yes in enumerate(mapped)
    )
    return msgspec.structs.replace(first, positional=positional)


def _fits(first: Arguments, call: Arguments, mapped: tuple[bool, ...]) -> bool:
    """Tells whether a call differs from the first only in values of its mapped arguments."""
    return call.keyword == first.keyword and all(
        _shape(left) == _shape(right) if yes else left == right
        for left, right, yes in zip(first.positional, call.positional, mapped, strict=True)
    )


def _shape(value: Value) -> tuple[int, ...] | None:
    if isinstance(value, Array):
        return value.shape
    return () if isinstance(value, Scalar) and value.type in ("bool", "int", "float") else None


def _stacked(values: list[Value]) -> Array:
    """The values as one jax array: of their own dtype where they share one, else float32."""
    import numpy as np

    leaves = [value for value in values if isinstance(value, Scalar | Array) and _shape(value) is not None]
    if len(leaves) != len(values):
        raise Broken("only numbers and arrays can be mapped over by vmap")
    arrays = [array_of(leaf) for leaf in leaves]
    own = {leaf.dtype if isinstance(leaf, Array) else f"python {leaf.type}" for leaf in leaves}
    names = {"python int": "int32", "python bool": "bool", "python float": "float32"}
    name = names.get(only, only) if len(own) == 1 and (only := next(iter(own))) else "float32"
    dtype = arrays[0].dtype if len(own) == 1 and name not in names.values() else np.dtype(name)
    whole = np.stack([array.astype(dtype) for array in arrays])
    return Array(dtype=name, shape=whole.shape, data=np.ascontiguousarray(whole).tobytes())
