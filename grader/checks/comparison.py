"""Compares two plain values by their structure, and their leaves by what these are."""

from __future__ import annotations

from grader.checks.leaves import Difference, Tolerance, array_of, leaf_difference
from grader.model.values import Array, Key, Mapping, Record, Scalar, Sequence, Value

__all__ = ["Difference", "Tolerance", "array_of", "difference"]


def difference(expected: Value, got: Value, tolerance: Tolerance, where: str = "") -> Difference | None:
    """Returns the first difference between an expected value and the one that came, or None."""
    if isinstance(expected, Scalar | Array) and isinstance(got, Scalar | Array) and _counts(expected) and _counts(got):
        return leaf_difference(expected, got, tolerance, where)
    if isinstance(expected, Key) and isinstance(got, Key):
        if expected == got:
            return None
        return Difference(kind="value", where=where, words="another PRNG key came back", neutral="another PRNG key")
    parts = _parts(expected), _parts(got)
    if parts[0] is None or parts[1] is None or _family(expected) != _family(got):
        return _structure(expected, got, where)
    if [name for name, _ in parts[0]] != [name for name, _ in parts[1]]:
        return _structure(expected, got, where)
    for (name, left), (_, right) in zip(parts[0], parts[1], strict=True):
        found = difference(left, right, tolerance, f"{where}{name}")
        if found is not None:
            return found
    return None


def _counts(leaf: Scalar | Array) -> bool:
    """Tells whether a leaf is a number or holds numbers."""
    return isinstance(leaf, Array) or leaf.type not in ("str", "none")


def _family(value: Value) -> str:
    """What kind of container a value is; a namedtuple is a tuple."""
    if isinstance(value, Record):
        return "tuple"
    return value.type if isinstance(value, Sequence) else type(value).__name__


def _parts(value: Value) -> list[tuple[str, Value]] | None:
    """The named parts of a container, sorted where order does not matter; None for what is no container."""
    if isinstance(value, Sequence | Record):
        return [(f"[{index}]", item) for index, item in enumerate(value.items)]
    if isinstance(value, Mapping):
        named = [(f"[{key!r}]", item) for key, item in zip(value.keys, value.items, strict=True)]
        return sorted(named, key=lambda pair: pair[0])
    return None


def _structure(expected: Value, got: Value, where: str) -> Difference | None:
    """The difference between two values of different structure."""
    if isinstance(expected, Scalar) and expected == got:
        return None
    words = f"expected {_kind_of(expected)}, got {_kind_of(got)}"
    return Difference(kind="structure", where=where, words=words, neutral="the structure differs")


def _kind_of(value: Value) -> str:
    """What a value is, in words, without its numbers."""
    if isinstance(value, Array):
        kind = "an array" if value.origin != "numpy scalar" else "a NumPy number"
        return f"{kind} {value.dtype}{list(value.shape)}"
    if isinstance(value, Scalar):
        return "None" if value.type == "none" else f"a Python {value.type}"
    if isinstance(value, Sequence):
        return f"a {value.type} of {len(value.items)}"
    if isinstance(value, Mapping):
        return f"a dict with keys {', '.join(map(repr, value.keys[:8]))}" if value.keys else "an empty dict"
    if isinstance(value, Record):
        return f"a {value.name} of {len(value.items)}"
    return "a PRNG key"
