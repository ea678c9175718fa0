"""Plain data that crosses the border between grader and worker: numbers, arrays, containers, nothing callable."""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = ["Array", "Fixture", "Key", "Mapping", "Record", "Scalar", "Sequence", "Value"]


class _Plain(msgspec.Struct, frozen=True, kw_only=True, tag_field="tag"):
    """What all values share: they are frozen and say their own kind on the wire."""


class Scalar(_Plain, tag="scalar", frozen=True, kw_only=True):
    """A Python number, string or None, by its type's name and its exact ``repr`` (the text itself for ``str``)."""

    type: Literal["bool", "int", "float", "complex", "str", "none"]
    text: str


class Array(_Plain, tag="array", frozen=True, kw_only=True):
    """An array as dtype name, shape and C-ordered little-endian bytes.

    ``origin`` says what it is in the worker: a ``jax.Array``, a ``numpy.ndarray`` or a NumPy scalar.
    """

    dtype: str
    shape: tuple[int, ...]
    data: bytes
    origin: Literal["jax", "numpy", "numpy scalar"] = "jax"
    weak: bool = False


class Key(_Plain, tag="key", frozen=True, kw_only=True):
    """A typed PRNG key array: ``impl`` as jax names it, ``shape`` of the keys, ``data`` their uint32 words."""

    impl: str
    shape: tuple[int, ...]
    data: bytes


class Sequence(_Plain, tag="sequence", frozen=True, kw_only=True):
    """A tuple or a list."""

    type: Literal["tuple", "list"]
    items: tuple[Value, ...]


class Mapping(_Plain, tag="mapping", frozen=True, kw_only=True):
    """A dict, its keys in insertion order."""

    keys: tuple[str | int, ...]
    items: tuple[Value, ...]


class Record(_Plain, tag="record", frozen=True, kw_only=True):
    """A namedtuple or a registered dataclass, by the names and values of its fields."""

    name: str
    fields: tuple[str, ...]
    items: tuple[Value, ...]


class Fixture(_Plain, tag="fixture", frozen=True, kw_only=True):
    """A name of the exercise's ``fixtures.py``; with ``arguments`` the result of calling it. Grader to worker only."""

    name: str
    arguments: tuple[Value, ...] | None = None


Value = Scalar | Array | Key | Sequence | Mapping | Record | Fixture
