"""From plain data to the objects a file is called with. Compiles nothing, for compilations are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import jax
import ml_dtypes
import numpy as np

from grader.model.values import Array, Fixture, Key, Mapping, Record, Scalar, Sequence
from grader.worker.private import put, weakened, x64_is_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from grader.model.questions import Arguments
    from grader.model.values import Value

__all__ = ["placed", "placed_arguments"]

_wait = jax.block_until_ready
_wrap_key_data = jax.random.wrap_key_data
_ALIGNED: Final = 64  # from such an address on, jax shares NumPy's memory instead of copying it
_NARROW: Final = {
    "int64": np.dtype("int32"),
    "uint64": np.dtype("uint32"),
    "float64": np.dtype("float32"),
    "complex128": np.dtype("complex64"),
}


def placed_arguments(
    arguments: Arguments, fixture: Callable[[Fixture], object]
) -> tuple[tuple[object, ...], dict[str, object]]:
    """The positional and the keyword arguments of a call, as new objects; ``fixture`` finds those of fixtures.py."""
    positional = tuple(placed(value, fixture) for value in arguments.positional)
    return positional, {name: placed(value, fixture) for name, value in arguments.keyword.items()}


def placed(value: Value, fixture: Callable[[Fixture], object]) -> object:
    """The object a value stands for. jax arrays take 32-bit dtypes where 64-bit types are off."""
    match value:
        case Scalar():
            return _scalar(value)
        case Array():
            return _array(value)
        case Key():
            words = np.frombuffer(value.data, "<u4").reshape(*value.shape, -1)
            return _wrap_key_data(put(_unshared(words)), impl=value.impl)
        case Sequence():
            items = [placed(item, fixture) for item in value.items]
            return tuple(items) if value.type == "tuple" else items
        case Mapping():
            return {key: placed(item, fixture) for key, item in zip(value.keys, value.items, strict=True)}
        case Fixture():
            return fixture(value)
        case Record():
            raise TypeError("a record is of a class of the file's own and cannot be an argument")


def _scalar(value: Scalar) -> float | complex | str | None:
    """The Python number, text or None."""
    match value.type:
        case "none":
            return None
        case "bool":
            return value.text == "True"
        case "int":
            return int(value.text)
        case "float":
            return float(value.text)
        case "complex":
            return complex(value.text)
        case "str":
            return value.text


def _array(value: Array) -> object:
    """The jax array, NumPy array or NumPy scalar; all own their memory, and have it by now."""
    named = getattr(ml_dtypes, value.dtype) if value.dtype == "bfloat16" else value.dtype
    dtype = np.dtype(named).newbyteorder("<")
    array = np.frombuffer(value.data, dtype).reshape(value.shape)
    if value.origin == "numpy":
        return array.copy()
    if value.origin == "numpy scalar":
        return array[()]
    if not x64_is_on():  # what jax would do itself, but with a warning
        array = array.astype(_NARROW.get(value.dtype, array.dtype), copy=False)
    made = put(_unshared(array))
    if isinstance(value.data, memoryview):  # of memory that the grader will write to
        _wait(made)
    return weakened(made) if value.weak else made


def _unshared(array: NDArray[Any]) -> NDArray[Any]:
    """The same values where jax copies them, so that donated memory can be used again, whatever its address."""
    address: int = array.__array_interface__["data"][0]
    if address % _ALIGNED:
        return array
    memory = np.empty(array.nbytes + 2 * _ALIGNED, np.uint8)
    start = -memory.__array_interface__["data"][0] % _ALIGNED + 16
    moved = memory[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    moved[...] = array
    return moved
