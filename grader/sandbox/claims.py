"""What an answer's bytes and values must keep to before they are believed to be plain data.

Workers run student code, so every answer is read as if it were forged: `walk` goes over the skeleton of the
msgpack data without building anything, so that decoding can neither exhaust the stack nor reserve memory
for what never came; `hold` holds decoded values against their own claims.
"""

from __future__ import annotations

import math
from typing import Final

from grader.model.values import Array, Fixture, Key, Mapping, Record, Scalar, Sequence, Value

__all__ = ["DTYPES", "KEY_WORDS", "MAX_DEPTH", "MAX_ELEMENTS", "MAX_RANK", "MAX_TEXT", "ProtocolError", "hold", "walk"]

MAX_DEPTH = 100
MAX_ELEMENTS = 1_000_000
MAX_TEXT = 16 << 20
MAX_RANK = 32
_LONGEST_COMPLEX = 60

DTYPES: Final = {
    "bool": 1,
    "int8": 1,
    "int16": 2,
    "int32": 4,
    "int64": 8,
    "uint8": 1,
    "uint16": 2,
    "uint32": 4,
    "uint64": 8,
    "float16": 2,
    "bfloat16": 2,
    "float32": 4,
    "float64": 8,
    "complex64": 8,
    "complex128": 16,
}
"""The dtypes that cross, by NumPy's name, with their size in bytes."""

KEY_WORDS: Final = {"threefry2x32": 2, "rbg": 4, "unsafe_rbg": 4}
"""The PRNG implementations whose keys cross, with the number of uint32 words of one key."""


class ProtocolError(Exception):
    """A frame breaks the rules of the wire: says which, in one sentence."""


def _heads() -> list[tuple[int, int, int]]:
    """For each first byte in msgpack: bytes of length that follow, fixed bytes that follow, fixed members.

    A first byte that no message of ours begins with (extension types, the one never used) has -1 everywhere.
    """
    plain = {0xC0: 0, 0xC2: 0, 0xC3: 0, 0xCA: 4, 0xCB: 8}
    plain |= {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
    sized = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4, 0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}
    table = [(-1, -1, -1)] * 256
    for head in (*range(0x80), *range(0xE0, 0x100)):
        table[head] = (0, 0, 0)  # small integers
    for small in range(16):
        table[0x80 + small] = (0, 0, 2 * small)  # maps
        table[0x90 + small] = (0, 0, small)  # lists
    for short in range(32):
        table[0xA0 + short] = (0, short, 0)  # texts
    for head, size in plain.items():
        table[head] = (0, size, 0)
    for head, width in sized.items():
        table[head] = (width, 0, 0)
    return table


_HEADS: Final = _heads()
_TEXTS: Final = frozenset({0xD9, 0xDA, 0xDB})
_LISTS: Final = frozenset({0xDC, 0xDD})
_MAPS: Final = frozenset({0xDE, 0xDF})


def walk(data: bytes | memoryview) -> None:
    """Raises ProtocolError unless the data is the skeleton of exactly one message within the caps.

    It nests at most MAX_DEPTH deep, has at most MAX_ELEMENTS elements and is as long as it claims to be.
    """
    position, end, elements = 0, len(data), 0
    lacking: list[int] = []  # how many elements each open container still lacks
    while True:
        elements += 1
        if position >= end or elements > MAX_ELEMENTS:
            raise ProtocolError("the message is cut short or has too many elements")
        position, members = _element(data, position)
        if members:
            if members > end - position or len(lacking) >= MAX_DEPTH:
                raise ProtocolError("the message is cut short or nests too deep")
            lacking.append(members)
            continue
        while lacking:
            lacking[-1] -= 1
            if lacking[-1]:
                break
            lacking.pop()
        if not lacking:
            break
    if position != end:
        raise ProtocolError("the message is cut short or followed by something else")


def _element(data: bytes | memoryview, position: int) -> tuple[int, int]:
    """The position after one element's own bytes, and how many elements it holds."""
    head = data[position]
    width, following, members = _HEADS[head]
    position += 1
    if width == 0:
        return position + following, members
    if width < 0:
        raise ProtocolError("the message holds an extension type")
    size = int.from_bytes(data[position : position + width], "big")
    position += width
    if head in _LISTS:
        return position, size
    if head in _MAPS:
        return position, 2 * size
    if head in _TEXTS and size > MAX_TEXT:
        raise ProtocolError("the message holds a text that is too long")
    return position + size, 0


def hold(value: Value) -> None:
    """Raises ProtocolError where a value, or one in it, does not fit its own claims: sizes, names, texts."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        match value:
            case Scalar():
                _hold_scalar(value)
            case Array():
                _hold_array(value)
            case Key():
                _hold_shape(value.shape, 4 * KEY_WORDS.get(value.impl, 0), value.data, "a key")
            case Sequence():
                waiting.extend(value.items)
            case Mapping():
                _hold_names(value.keys, len(value.items))
                waiting.extend(value.items)
            case Record():
                _hold_names(value.fields, len(value.items))
                waiting.extend(value.items)
            case Fixture():
                raise ProtocolError("an answer cannot hold a fixture")


def _hold_names(names: tuple[str | int, ...], items: int) -> None:
    """Raises ProtocolError unless there is one name for each item, and none twice."""
    if len(names) != items or len(set(names)) != items:
        raise ProtocolError("the names in a container do not fit its items")


def _hold_array(value: Array) -> None:
    """Raises ProtocolError where dtype, shape and bytes of an array do not fit each other."""
    _hold_shape(value.shape, DTYPES.get(value.dtype, 0), value.data, "an array")
    if value.origin == "numpy scalar" and value.shape:
        raise ProtocolError("a NumPy scalar has no shape")
    if value.dtype == "bool" and value.data.translate(None, b"\0\1"):
        raise ProtocolError("an array of bool holds something else than 0 and 1")


def _hold_shape(shape: tuple[int, ...], size: int, data: bytes, what: str) -> None:
    """Raises ProtocolError unless the items, of ``size`` bytes each, are there; 0 is an unknown type."""
    if not size:
        raise ProtocolError(f"{what} is of a type that does not cross")
    if len(shape) > MAX_RANK or any(length < 0 for length in shape):
        raise ProtocolError(f"{what} has an impossible shape")
    if math.prod(shape) * size != len(data):
        raise ProtocolError(f"{what} has another size than its shape says")


def _hold_scalar(value: Scalar) -> None:
    """Raises ProtocolError where a scalar's text is not the exact ``repr`` of a value of its type."""
    kind, text = value.type, value.text
    try:
        match kind:
            case "str":
                right = True
            case "none":
                right = text == "None"
            case "bool":
                right = text in {"True", "False"}
            case "int":  # Python refuses to read more digits than it can in reasonable time
                right = repr(int(text)) == text
            case "float":
                right = len(text) <= _LONGEST_COMPLEX and repr(float(text)) == text
            case "complex":
                right = len(text) <= _LONGEST_COMPLEX and repr(complex(text)) == text
    except ValueError:
        right = False
    if not right:
        raise ProtocolError(f"a scalar's text does not read as {kind}: {text!r:.60}")
