"""Recipes to values: what a run's seed makes of a case, the same on every machine and with every NumPy.

Only NumPy's raw bit stream (Philox), whose numbers are fixed for good, is used; its distributions may change.
"""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING, Any

from grader.course.dtypes import DTYPES, Short
from grader.course.spec_texts import key
from grader.model.exercise import ArraySpec, Case, KeySpec, MappingSpec, NumberSpec, SequenceSpec, Signature, Spec
from grader.model.questions import Arguments, HiddenArguments
from grader.model.values import Array, Mapping, Scalar, Sequence, Value

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["arguments", "draw"]

_BY_NAME = {dtype.name: dtype for dtype in DTYPES.values()}
_DEFAULT: dict[str, tuple[float, float]] = {
    "bool": (0, 1),
    "int": (-10, 10),
    "uint": (0, 10),
    "float": (-1.0, 1.0),
    "complex": (-1.0, 1.0),
}


def arguments(case: Case, signature: Signature, seed: str, stream: str = "") -> Arguments:
    """Returns a case's arguments in the order of the signature, drawn by a run's hexadecimal seed."""

    def drawn(name: str) -> Value:
        return draw(case.arguments[name], seed, f"{stream}\0{case.name}\0{name}")

    return (HiddenArguments if case.hidden else Arguments)(
        positional=tuple(drawn(name) for name in signature.positional),
        keyword={name: drawn(name) for name in signature.keyword},
    )


def draw(spec: Spec, seed: str, stream: str) -> Value:
    """Returns the value that a seed and a stream's name make of a recipe; a value stays what it is."""
    if isinstance(spec, ArraySpec):
        return _array(spec, _key_of(seed, stream))
    if isinstance(spec, KeySpec):
        return key(_key_of(seed, stream) % (1 << 32) if spec.seed is None else spec.seed)
    if isinstance(spec, NumberSpec):
        return _number(spec, _key_of(seed, f"number {spec.name}" if spec.name else stream))
    if isinstance(spec, SequenceSpec):
        return Sequence(type=spec.type, items=_parts(spec.items, seed, stream))
    if isinstance(spec, MappingSpec):
        return Mapping(keys=spec.keys, items=_parts(spec.items, seed, stream))
    return spec


def _parts(specs: tuple[Spec, ...], seed: str, stream: str) -> tuple[Value, ...]:
    return tuple(draw(spec, seed, f"{stream}\0{index}") for index, spec in enumerate(specs))


def _key_of(seed: str, stream: str) -> int:
    """Returns 128 bits that depend on every character of both."""
    digest = hashlib.sha256(f"{int(seed, 16):032x}\0{stream}".encode()).digest()
    return int.from_bytes(digest[:16], "little")


def _number(spec: NumberSpec, stream_key: int) -> Scalar:
    """A Python number within the bounds; modulo is even enough, since the key has 128 bits."""
    if spec.type == "int":
        return Scalar(type="int", text=str(int(spec.low) + stream_key % (int(spec.high) - int(spec.low) + 1)))
    return Scalar(type="float", text=repr(spec.low + (spec.high - spec.low) * ((stream_key % (1 << 53)) / (1 << 53))))


def _array(spec: ArraySpec, stream_key: int) -> Array:
    import numpy as np

    dtype = _BY_NAME[spec.dtype]
    count = math.prod(spec.shape)
    low, high = _DEFAULT[dtype.kind] if spec.low is None or spec.high is None else (spec.low, spec.high)
    parts = 2 if dtype.kind == "complex" else 1
    bits: NDArray[np.uint64] = np.random.Philox(key=stream_key).random_raw(count * parts)
    if dtype.mantissa:
        numbers = _floats(bits, dtype, low, high)
    else:
        span = int(high) - int(low) + 1
        offset = bits % np.uint64(span) if span < 1 << 64 else bits
        # Modulo 2**64, so that adding a negative bound is the same addition.
        numbers = (offset + np.uint64(int(low) % (1 << 64))).astype(_packing(dtype))
    return Array(dtype=spec.dtype, shape=spec.shape, data=numbers.tobytes(), origin=spec.origin)


def _floats(bits: NDArray[Any], dtype: Short, low: float, high: float) -> NDArray[Any]:
    """Returns uniform numbers; rounding to the dtype never leaves the bounds."""
    import numpy as np

    share = (bits >> np.uint64(11)) * 2.0**-53
    lowest, highest = dtype.within(low, high)
    # Not low + share * (high - low): the difference of two large bounds overflows.
    numbers = np.clip(low * (1.0 - share) + high * share, lowest, highest)
    return numbers.astype(_packing(dtype))


def _packing(dtype: Short) -> Any:  # noqa: ANN401 - NumPy's dtype, whose module is not loaded here
    """Returns the NumPy dtype, little-endian, in which one part of an element is stored."""
    import numpy as np

    if dtype.name == "bfloat16":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    if dtype.kind == "bool":
        return np.dtype(np.bool_)
    if dtype.kind == "complex":
        return np.dtype(f"<f{dtype.size // 2}")
    letter = {"int": "i", "uint": "u", "float": "f"}[dtype.kind]
    return np.dtype(f"<{letter}{dtype.size}")
