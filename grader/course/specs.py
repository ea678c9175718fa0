"""What a case says of an argument, read: ``f32[64] in [-10, 10]`` and its kin become values or recipes for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from grader.course.dtypes import DTYPES, ForeignNumberError, Number, packed
from grader.course.spec_texts import read_dtype, read_number, read_text
from grader.course.strict_yaml import Key as Name
from grader.course.strict_yaml import Node
from grader.model.exercise import Drawn, MappingSpec, SequenceSpec, Spec
from grader.model.spelling import meant
from grader.model.values import Array, Fixture, Scalar, Sequence, Value
from grader.model.values import Mapping as MappingValue

__all__ = ["Names", "SpecError", "read_argument"]

_LITERAL = re.compile(r"(numpy )?(\w+)")
_LONG_NAMES = {dtype.name for dtype in DTYPES.values()}


class SpecError(ValueError):
    """An argument cannot be read: ``line`` and what is wrong with it."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class Names(msgspec.Struct, frozen=True, kw_only=True):
    """What an argument may refer to: sizes by name, and the names that fixtures.py defines (None: no such file)."""

    sizes: dict[str, int] = {}
    fixtures: frozenset[str] | None = None


def read_argument(node: Node, names: Names) -> Spec:
    """Returns the value or recipe that a node describes. Raises SpecError."""
    value = node.value
    if isinstance(value, tuple):
        return _sequence("list", value, names)
    if isinstance(value, dict):
        return _map(node, value, names)
    if isinstance(value, str):
        try:
            return read_text(value, names.sizes)
        except ValueError as error:
            raise SpecError(node.line, str(error)) from error
    return _python(value)


def _python(value: float | None) -> Scalar:
    """Returns a Python number or None."""
    if value is None:
        return Scalar(type="none", text="None")
    if isinstance(value, bool):
        return Scalar(type="bool", text=repr(value))
    return Scalar(type="int" if isinstance(value, int) else "float", text=repr(value))


def _sequence(word: Literal["tuple", "list"], nodes: tuple[Node, ...], names: Names) -> Spec:
    items = tuple(read_argument(node, names) for node in nodes)
    if fixed := _fixed(items):
        return Sequence(type=word, items=fixed[0])
    return SequenceSpec(type=word, items=items)


def _fixed(items: tuple[Spec, ...]) -> tuple[tuple[Value, ...]] | None:
    """Returns the items, wrapped, where none of them is to be drawn."""
    values = tuple(item for item in items if not isinstance(item, Drawn | SequenceSpec | MappingSpec))
    return (values,) if len(values) == len(items) else None


def _map(node: Node, members: Mapping[Name, Node], names: Names) -> Spec:
    """Returns what a map describes: a tuple, a text, a fixture, an array written out, or a dict."""
    if "fixture" in members:
        return _fixture(node, members, names)
    if len(members) != 1:
        return _dict(node, members, names)
    ((word, inner),) = members.items()
    if word == "tuple":
        if not isinstance(inner.value, tuple):
            raise SpecError(inner.line, "a tuple is written {tuple: [1, 2]}")
        return _sequence("tuple", inner.value, names)
    if word == "text":
        if not isinstance(inner.value, str):
            raise SpecError(inner.line, "a text is written {text: abc}; put numbers and the like in quotes")
        return Scalar(type="str", text=inner.value)
    literal = _LITERAL.fullmatch(word) if isinstance(word, str) else None
    if literal and (literal[1] or literal[2] in DTYPES or literal[2] in _LONG_NAMES):
        return _literal(inner, literal[2], numpy=bool(literal[1]))
    return _dict(node, members, names)


def _dict(node: Node, members: Mapping[Name, Node], names: Names) -> Spec:
    keys: list[str | int] = []
    for word in members:
        if isinstance(word, float):
            raise SpecError(node.key_lines[word], f"the key {word} of a dict must be a word or a whole number")
        keys.append(word)
    items = tuple(read_argument(item, names) for item in members.values())
    if fixed := _fixed(items):
        return MappingValue(keys=tuple(keys), items=fixed[0])
    return MappingSpec(keys=tuple(keys), items=items)


def _fixture(node: Node, members: Mapping[Name, Node], names: Names) -> Fixture:
    for word in members:
        if word not in ("fixture", "arguments"):
            near = meant(str(word), ("fixture", "arguments"))
            raise SpecError(node.key_lines[word], f"a fixture has no '{word}'{near}")
    name = members["fixture"]
    if not isinstance(name.value, str):
        raise SpecError(name.line, "a fixture is named by a word: {fixture: name}")
    if names.fixtures is None:
        raise SpecError(name.line, f"the fixture '{name.value}' needs a fixtures.py in the exercise's folder")
    if names.fixtures and name.value not in names.fixtures:
        near = meant(name.value, sorted(names.fixtures))
        raise SpecError(name.line, f"fixtures.py defines no '{name.value}'{near}")
    if "arguments" not in members:
        return Fixture(name=name.value)
    given = members["arguments"]
    if not isinstance(given.value, tuple):
        raise SpecError(given.line, "a fixture's arguments are a list: [1, 2]")
    fixed = _fixed(tuple(read_argument(item, names) for item in given.value))
    if fixed is None:
        raise SpecError(given.line, "a fixture's arguments cannot be drawn; write their values")
    return Fixture(name=name.value, arguments=fixed[0])


def _literal(node: Node, word: str, *, numpy: bool) -> Array:
    """Returns an array whose elements are written out."""
    try:
        short = read_dtype(word)
        shape, numbers = _elements(node, short)
        data = b"".join(packed(number, short) for number in numbers)
    except ForeignNumberError as error:
        raise SpecError(node.line, str(error)) from error
    except SpecError:
        raise
    except ValueError as error:
        raise SpecError(node.line, str(error)) from error
    return Array(dtype=DTYPES[short].name, shape=shape, data=data, origin="numpy" if numpy else "jax")


def _elements(node: Node, short: str) -> tuple[tuple[int, ...], list[Number]]:
    """Returns shape and elements, in C order, of nested lists of numbers."""
    if isinstance(node.value, tuple):
        rows = [_elements(item, short) for item in node.value]
        inner = rows[0][0] if rows else ()
        for item, (shape, _) in zip(node.value, rows, strict=True):
            if shape != inner:
                raise SpecError(item.line, f"the lists of an array must be equally long; {shape} follows {inner}")
        return (len(rows), *inner), [number for _, numbers in rows for number in numbers]
    if isinstance(node.value, str):
        return (), [read_number(node.value, short)]
    if node.value is None or isinstance(node.value, dict):
        raise SpecError(node.line, f"an array of {short} holds numbers only")
    return (), [node.value]
