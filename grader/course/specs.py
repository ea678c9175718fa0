"""What a case says of an argument, read: ``f32[64] in [-10, 10]`` and its kin become values or recipes for them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from grader.course.dtypes import DTYPES, ForeignNumberError, Number, Short, packed
from grader.course.errors import meant, nearest
from grader.course.strict_yaml import Key as Name
from grader.course.strict_yaml import Node, scalar
from grader.model.exercise import ArraySpec, KeySpec, MappingSpec, SequenceSpec, Spec
from grader.model.values import Array, Fixture, Key, Scalar, Sequence, Value
from grader.model.values import Mapping as MappingValue

__all__ = ["FORMS", "Names", "SpecError", "key", "read_argument", "read_text"]

FORMS = (
    "f32[64]",
    "f32[64] in [-10, 10]",
    "f32[300] = 0.5",
    "f32(2.5)",
    "numpy f32[64]",
    "numpy f64(2.0)",
    "key",
    "key(7)",
)
"""One example of each form that a text may have."""

_ARRAY = re.compile(r"(numpy )?(\w+)\s*\[([^\[\]]*)\]\s*(?:in\s*\[([^,\[\]]+),([^,\[\]]+)\]|=\s*(\S.*))?")
_SCALAR = re.compile(r"(numpy )?(\w+)\((.*)\)")
_KEY = re.compile(r"key(?:\(([^()]*)\))?")
_LITERAL = re.compile(r"(numpy )?(\w+)")
_MAX_BYTES = 1 << 28
_KEY_SEEDS = 1 << 32
_OTHER_NAMES = {dtype.name: short for short, dtype in DTYPES.items()} | {
    "float": "f32",
    "int": "i32",
    "uint": "u32",
    "complex": "c64",
    "half": "f16",
    "double": "f64",
    "np": "numpy",
}


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


def read_text(text: str, sizes: Mapping[str, int]) -> Spec:
    """Returns what a text such as ``i32[n] in [0, 9]`` describes. Raises ValueError with a sentence."""
    text = text.strip()
    if found := _ARRAY.fullmatch(text):
        numpy, word, dimensions, low, high, fill = found.groups()
        short = _dtype(word)
        shape = _shape(dimensions, sizes, DTYPES[short])
        origin: Literal["jax", "numpy"] = "numpy" if numpy else "jax"
        if fill is not None:
            data = packed(_number(fill, short), short) * math.prod(shape)
            return Array(dtype=DTYPES[short].name, shape=shape, data=data, origin=origin)
        bounds = (None, None) if low is None else _bounds(low, high, short)
        return ArraySpec(dtype=DTYPES[short].name, shape=shape, low=bounds[0], high=bounds[1], origin=origin)
    if found := _KEY.fullmatch(text):
        return KeySpec() if found[1] is None else key(_seed(found[1]))
    if found := _SCALAR.fullmatch(text):
        short = _dtype(found[2])
        data = packed(_number(found[3], short), short)
        return Array(dtype=DTYPES[short].name, shape=(), data=data, origin="numpy scalar" if found[1] else "jax")
    raise ValueError(_no_form(text))


def key(seed: int) -> Key:
    """Returns jax's default key for a seed below 2**32, as ``jax.random.key`` makes it."""
    return Key(impl="threefry2x32", shape=(), data=bytes(4) + seed.to_bytes(4, "little"))


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
    values = tuple(item for item in items if not isinstance(item, ArraySpec | KeySpec | SequenceSpec | MappingSpec))
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
    if literal and (literal[1] or literal[2] in DTYPES or literal[2] in _OTHER_NAMES):
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
        short = _dtype(word)
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
        return (), [_number(node.value, short)]
    if node.value is None or isinstance(node.value, dict):
        raise SpecError(node.line, f"an array of {short} holds numbers only")
    return (), [node.value]


def _dtype(word: str) -> str:
    if word in DTYPES:
        return word
    other = _OTHER_NAMES.get(word) or nearest(word, DTYPES)
    near = f"; did you mean '{other}'?" if other else f"; there are {', '.join(DTYPES)}"
    raise ValueError(f"there is no dtype '{word}'{near}")


def _number(text: str, short: str) -> Number:
    number = scalar(text.strip())
    if isinstance(number, bool | int | float):
        return number
    if DTYPES[short].kind == "complex" and number is not None:
        try:
            return complex(number.replace(" ", ""))
        except ValueError:
            pass
    raise ValueError(f"'{text.strip()}' is no number")


def _shape(text: str, sizes: Mapping[str, int], dtype: Short) -> tuple[int, ...]:
    """Returns the dimensions of ``3, n``."""
    shape: list[int] = []
    for part in (part.strip() for part in text.split(",")) if text.strip() else ():
        if re.fullmatch(r"[0-9]{1,12}", part):
            shape.append(int(part))
        elif part in sizes:
            shape.append(sizes[part])
        elif part.isidentifier():
            near = meant(part, sizes) if sizes else f"; give it by sizes: {{{part}: 300}} or as a whole-number argument"
            raise ValueError(f"the size '{part}' is not known{near}")
        else:
            raise ValueError(f"'{part}' is no dimension; a shape is written [3, 4] or [n]")
    if any(size < 0 for size in shape):
        raise ValueError(f"the shape {tuple(shape)} has a negative dimension")
    if math.prod(shape) * dtype.size > _MAX_BYTES:
        raise ValueError(f"the shape {tuple(shape)} takes more than {_MAX_BYTES >> 20} MiB")
    return tuple(shape)


def _bounds(low_text: str, high_text: str, short: str) -> tuple[float, float]:
    dtype = DTYPES[short]
    if dtype.kind == "bool":
        raise ValueError("bool has no bounds; write bool[8]")
    found: list[float] = []
    for text in (low_text, high_text):
        number = _number(text, "f64" if dtype.kind == "complex" else short)
        if isinstance(number, bool | complex) or not math.isfinite(number):
            raise ValueError(f"the bound '{text.strip()}' is no finite number")
        packed(number, short)
        found.append(number)
    low, high = found
    if low > high:
        raise ValueError(f"the lower bound {low} lies above the upper one, {high}")
    if dtype.mantissa:
        inner = dtype.within(low, high)
        if inner[0] > inner[1]:
            raise ValueError(f"no {short} lies between {low} and {high}; widen them, or write {short}[…] = {low}")
    return low, high


def _seed(text: str) -> int:
    seed = scalar(text.strip())
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < _KEY_SEEDS:
        raise ValueError(f"'{text}' is no seed; a key is written key(7), with a number from 0 to {_KEY_SEEDS - 1}")
    return seed


def _no_form(text: str) -> str:
    """Returns a sentence for a text that has none of the forms, with the form it comes nearest to."""
    for mark, form in ((" in ", FORMS[1]), ("=", FORMS[2]), ("[", FORMS[0]), ("]", FORMS[0]), ("(", FORMS[3])):
        if mark in text:
            return f"'{text}' is no argument; did you mean one like '{form}'?"
    if text in DTYPES:
        return f"'{text}' is a dtype without a shape; did you mean '{text}[]' or '{text}[64]'?"
    if text.lower() in ("on", "off", "yes", "no", "inf", "nan", "-inf", "none"):
        other = {"on": "true", "yes": "true", "off": "false", "no": "false", "none": "null"}
        return f"'{text}' is a word here; did you mean '{other.get(text.lower(), text.lower().replace('i', '.i', 1))}'?"
    if nearest(text, ("key", "prngkey")):
        return f"'{text}' is no argument; did you mean 'key'?"
    shown = text if len(text) <= 40 else f"{text[:37]}…"  # noqa: PLR2004 - it must fit its line
    return f"'{shown}' is no argument; a text is written {{text: {shown}}}, an array like '{FORMS[1]}'"
