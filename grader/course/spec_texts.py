"""The texts that stand for arrays and keys: ``f32[64] in [-10, 10]``, ``i32(-3)``, ``numpy f64(2.0)``, ``key(7)``."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Literal

from grader.course.dtypes import DTYPES, Number, Short, packed
from grader.course.strict_yaml import scalar
from grader.model.exercise import ArraySpec, Drawn, KeySpec, NumberSpec
from grader.model.spelling import meant, nearest
from grader.model.values import Array, Key

__all__ = ["FORMS", "key", "read_dtype", "read_number", "read_text"]

FORMS = (
    "f32[64]",
    "f32[64] in [-10, 10]",
    "f32[300] = 0.5",
    "f32(2.5)",
    "numpy f32[64]",
    "numpy f64(2.0)",
    "key",
    "key(7)",
    "int in [2, 9]",
    "int n in [2, 9]",
)
"""One example of each form that a text may have."""

_ARRAY = re.compile(r"(numpy )?(\w+)\s*\[([^\[\]]*)\]\s*(?:in\s*\[([^,\[\]]+),([^,\[\]]+)\]|=\s*(\S.*))?")
_SCALAR = re.compile(r"(numpy )?(\w+)\((.*)\)")
_NUMBER = re.compile(r"(int|float)(?:\s+([A-Za-z]\w*))?\s+in\s*\[([^,\[\]]+),([^,\[\]]+)\]")
_KEY = re.compile(r"key(?:\(([^()]*)\))?")
_MAX_BYTES = 1 << 28
_KEY_SEEDS = 1 << 32
_OTHER_NAMES = {dtype.name: short for short, dtype in DTYPES.items()} | {
    "float": "f32",
    "int": "i32",
    "uint": "u32",
    "complex": "c64",
    "half": "f16",
    "double": "f64",
}


def read_text(text: str, sizes: Mapping[str, int]) -> Array | Drawn | Key:
    """Returns what a text such as ``i32[n] in [0, 9]`` describes. Raises ValueError with a sentence."""
    text = text.strip()
    if found := _ARRAY.fullmatch(text):
        numpy, word, dimensions, low, high, fill = found.groups()
        short = read_dtype(word)
        shape = _shape(dimensions, sizes, DTYPES[short])
        origin: Literal["jax", "numpy"] = "numpy" if numpy else "jax"
        if fill is not None:
            data = packed(read_number(fill, short), short) * math.prod(shape)
            return Array(dtype=DTYPES[short].name, shape=shape, data=data, origin=origin)
        lowest, highest = (None, None) if low is None else _bounds(low, high, short)
        return ArraySpec(dtype=DTYPES[short].name, shape=shape, low=lowest, high=highest, origin=origin)
    if found := _NUMBER.fullmatch(text):
        word, name, low, high = found.groups()
        bounds = _bounds(low, high, "i64" if word == "int" else "f64")
        return NumberSpec(type="int" if word == "int" else "float", low=bounds[0], high=bounds[1], name=name or "")
    if found := _KEY.fullmatch(text):
        return KeySpec() if found[1] is None else key(_seed(found[1]))
    if found := _SCALAR.fullmatch(text):
        short = read_dtype(found[2])
        data = packed(read_number(found[3], short), short)
        return Array(dtype=DTYPES[short].name, shape=(), data=data, origin="numpy scalar" if found[1] else "jax")
    raise ValueError(_no_form(text))


def key(seed: int) -> Key:
    """Returns jax's default key for a seed below 2**32, as ``jax.random.key`` makes it."""
    return Key(impl="threefry2x32", shape=(), data=bytes(4) + seed.to_bytes(4, "little"))


def read_dtype(word: str) -> str:
    """Returns a dtype's word. Raises ValueError, naming the nearest, where it is none."""
    if word in DTYPES:
        return word
    other = _OTHER_NAMES.get(word) or nearest(word, DTYPES)
    near = f"; did you mean '{other}'?" if other else f"; there are {', '.join(DTYPES)}"
    raise ValueError(f"there is no dtype '{word}'{near}")


def read_number(text: str, short: str) -> Number:
    """Returns the number that a text is, a complex one for complex dtypes. Raises ValueError."""
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
        number = read_number(text, "f64" if dtype.kind == "complex" else short)
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
    if text.startswith("np "):
        return f"'{text}' is no argument; did you mean 'numpy {text[3:]}'?"
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
