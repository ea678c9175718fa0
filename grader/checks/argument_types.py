"""What of a call's arguments decides which programs jax needs: types and shapes, and values that are often static."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model.values import Array, Fixture, Key, Mapping, Record, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model.questions import Arguments
    from grader.model.values import Value

__all__ = ["evaluates_fixtures", "types_of"]


def types_of(arguments: Arguments) -> object:
    """A hashable key, equal for two calls that need the same programs where nothing depends on traced values.

    Python floats and complex numbers count by type alone; ints, bools and texts by value, since they set shapes.
    """
    keyword = sorted(arguments.keyword.items())
    return tuple(map(_type, arguments.positional)), tuple((name, _type(value)) for name, value in keyword)


def evaluates_fixtures(arguments: Arguments) -> bool:
    """Whether some argument is made by calling a function of ``fixtures.py``."""
    values = (*arguments.positional, *arguments.keyword.values())
    return any(isinstance(part, Fixture) and part.arguments is not None for value in values for part in _parts(value))


def _type(value: Value) -> object:
    match value:
        case Scalar(type="float" | "complex"):
            return value.type
        case Scalar():
            return value.type, value.text
        case Array():
            return value.origin, value.dtype, value.shape, value.weak
        case Key():
            return "key", value.impl, value.shape
        case Fixture():
            return "fixture", value.name, tuple(map(_type, value.arguments or ()))
        case Sequence():
            return value.type, tuple(map(_type, value.items))
        case Mapping():
            return "dict", value.keys, tuple(map(_type, value.items))
        case Record():
            return value.name, value.fields, tuple(map(_type, value.items))


def _parts(value: Value) -> Iterator[Value]:
    """The value and all within it."""
    yield value
    if isinstance(value, Sequence | Mapping | Record):
        for item in value.items:
            yield from _parts(item)
