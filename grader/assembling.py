"""Arguments without their values, to export programs for; and the results that the outputs of programs make up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from grader.model.questions import Arguments
from grader.model.values import Array, Key, Mapping, Record, Scalar, Sequence

if TYPE_CHECKING:
    from grader.model.values import Value

__all__ = ["BesideError", "ForgedError", "filled", "types"]

_OUTPUT: Final = re.compile(r"output (\d+)(?: (\w+))?")


class ForgedError(Exception):
    """What came as a program is none."""


class BesideError(Exception):
    """A dataclass in the result holds what is no array, so it is not in the program."""


def types(arguments: Arguments) -> Arguments:
    """The same arguments with zeros in every array; hidden no longer where no value is left in them."""
    positional = tuple(map(_blank, arguments.positional))
    keyword = {name: _blank(value) for name, value in arguments.keyword.items()}
    if not any(map(_holds_value, (*positional, *keyword.values()))):
        return Arguments(positional=positional, keyword=keyword)
    return msgspec.structs.replace(arguments, positional=positional, keyword=keyword)


def _holds_value(value: Value) -> bool:
    """Whether a value without the contents of its arrays still has something to tell."""
    if isinstance(value, Sequence | Mapping | Record):
        return any(map(_holds_value, value.items))
    return not isinstance(value, Array | Key) or (isinstance(value, Array) and value.origin == "numpy scalar")


def _blank(value: Value) -> Value:
    """A value with zeros in every array; what may be static stays as it is."""
    if (isinstance(value, Array) and value.origin != "numpy scalar") or isinstance(value, Key):
        return msgspec.structs.replace(value, data=bytes(len(value.data)))
    if isinstance(value, Sequence | Mapping | Record):
        return msgspec.structs.replace(value, items=tuple(map(_blank, value.items)))
    return value


def filled(structure: Value, outputs: Value) -> Value:
    """The result that a program's outputs make up.

    Raises ForgedError where they are not used once each, and BesideError.
    """
    leaves = list(outputs.items) if isinstance(outputs, Sequence) else []
    left = dict(enumerate(leaves))

    def fill(part: Value, *, inside: bool = False) -> Value:
        if isinstance(part, Sequence | Mapping | Record):
            named = isinstance(part, Record)
            return msgspec.structs.replace(part, items=tuple(fill(item, inside=named) for item in part.items))
        found = _OUTPUT.fullmatch(part.text) if isinstance(part, Scalar) and part.type == "str" else None
        if found is None:
            if isinstance(part, Scalar) and part.type == "none":
                return part
            raise BesideError if inside else ForgedError("its result is made up of other things than its outputs")
        leaf = left.pop(int(found[1]), None)
        if leaf is None:
            raise ForgedError("its result has outputs that it does not give")
        return _key(leaf, found[2]) if found[2] else leaf

    filled = fill(structure)
    if left:
        raise ForgedError("it has outputs that its result does not have")
    return filled


def _key(leaf: Value, kind: str) -> Key:
    """A random key from its words. Raises ForgedError where they are none."""
    if not isinstance(leaf, Array) or leaf.dtype != "uint32" or not leaf.shape:
        raise ForgedError("its random key is none")
    return Key(impl=kind, shape=leaf.shape[:-1], data=leaf.data)
