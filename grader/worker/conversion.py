"""From what a file returned to plain data: exact types only, values read past anything the file may have patched.

All that is asked of an object here goes through types and functions taken when the worker started: a class of
the student's is never asked for its length, its items or its values.
"""

from __future__ import annotations

import dataclasses
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

import jax
import ml_dtypes
import numpy as np

from grader.model.values import Array, Key, Mapping, Record, Scalar, Sequence
from grader.sandbox.protocol import DTYPES, KEY_WORDS
from grader.sandbox.shared import LARGE, Bulk
from grader.worker.private import ArrayImpl, CheckifyError, PRNGKeyArray, checks_of, is_weak, to_numpy

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal

    from numpy.typing import NDArray

    from grader.model.values import Value

__all__ = ["ResultTypeError", "to_value"]

_MAX_DEPTH: Final = 32
_MAX_LEAVES: Final = 50_000
_MAX_BYTES: Final = 192 << 20
_MAX_TEXT: Final = 1 << 20
_MAX_INT_BITS: Final = 64_000 // 5  # below the 4,300 digits that Python itself agrees to write
_MAX_KEY: Final = 1 << 63

_asarray, _contiguous = np.asarray, np.ascontiguousarray
_any = np.any
_key_data, _key_impl = jax.random.key_data, jax.random.key_impl
_tree_structure, _is_leaf = jax.tree_util.tree_structure, jax.tree_util.treedef_is_leaf
_Tracer = jax.core.Tracer
_LITTLE: Final = sys.byteorder == "little"
_NAMES: Final = {np.dtype(getattr(ml_dtypes, name, name)): name for name in DTYPES}
_SCALARS: Final[tuple[tuple[type, Literal["bool", "int", "float", "complex"]], ...]] = (
    (bool, "bool"),
    (int, "int"),
    (float, "float"),
    (complex, "complex"),
)
_NUMPY_SCALARS: Final = (*(np.dtype(code).type for code in np.typecodes["All"]), ml_dtypes.bfloat16)


class ResultTypeError(TypeError):
    """A result holds something that cannot be sent: says what it is and where it is."""


@dataclass(kw_only=True)
class _Budget:
    """What the rest of a result may still take."""

    leaves: int = _MAX_LEAVES
    bytes: int = _MAX_BYTES


def to_value(result: object) -> Value:
    """The result as plain data, once it is computed.

    Raises ResultTypeError where it is not of the types that are sent, and what its computation raised.
    """
    return _value(result, "", 0, _Budget())


def _value(  # noqa: C901 - one line for each type that is sent
    item: object, path: str, depth: int, budget: _Budget
) -> Value:
    """One part of the result; ``path`` says where it is."""
    budget.leaves -= 1
    if budget.leaves < 0 or depth > _MAX_DEPTH:
        raise ResultTypeError(f"the result nests deeper than {_MAX_DEPTH} or has more than {_MAX_LEAVES} parts")
    if type(item) is ArrayImpl:
        values = _room(to_numpy(item), path, budget)
        return _array(values, path, "jax", weak=is_weak(item))
    if type(item) is np.ndarray:
        return _array(_room(item, path, budget), path, "numpy")
    number = _number_type(item)
    if number is not None:
        return _number(item, number, path)
    if item is None:
        return Scalar(type="none", text="None")
    if type(item) is str:
        return _text(item, path, budget)
    if type(item) is tuple:
        return Sequence(type="tuple", items=_items(enumerate(item), path, depth, budget))
    if type(item) is list:
        return Sequence(type="list", items=_items(enumerate(item), path, depth, budget))
    if type(item) is dict:
        return _mapping(item, path, depth, budget)
    if type(item) is PRNGKeyArray:
        return _key(item, path, budget)
    if type(item) is CheckifyError:
        failed = {name: bool(_any(_asarray(told))) for name, told in checks_of(item).items()}
        texts = tuple(Scalar(type="str", text=name) for name in sorted(failed) if failed[name])
        return Record(name="Error", fields=("failed",), items=(Sequence(type="tuple", items=texts),))
    if _is_numpy_scalar(type(item)):
        return _array(_room(_asarray(item), path, budget), path, "numpy scalar")
    return _record(item, path, depth, budget)


def _items(
    pairs: Iterable[tuple[Any, Any]], path: str, depth: int, budget: _Budget, *, dot: str = "[{!r:.60}]"
) -> tuple[Value, ...]:
    """The parts of a container, each with its place added to the path."""
    return tuple(_value(item, path + dot.format(key), depth + 1, budget) for key, item in pairs)


def _mapping(item: dict[Any, Any], path: str, depth: int, budget: _Budget) -> Mapping:
    """A dict whose keys are texts or whole numbers."""
    for key in item:
        fits = -_MAX_KEY <= key < _MAX_KEY if type(key) is int else type(key) is str and _encodable(key)
        if not fits:
            raise _unsendable(f"a dict with a key of type {_name(type(key))}", path)
    return Mapping(keys=tuple(item), items=_items(item.items(), path, depth, budget))


def _number_type(item: object) -> Literal["bool", "int", "float", "complex"] | None:
    """What kind of Python number this is. By identity: a metaclass may equal, and hash like, any type."""
    kind = type(item)
    return next((name for exact, name in _SCALARS if kind is exact), None)


def _number(item: object, name: Literal["bool", "int", "float", "complex"], path: str) -> Scalar:
    """A Python number."""
    if type(item) is int and item.bit_length() > _MAX_INT_BITS:
        raise _unsendable("a whole number of thousands of digits", path)
    return Scalar(type=name, text=repr(item))


def _text(item: str, path: str, budget: _Budget) -> Scalar:
    """A text."""
    budget.bytes -= len(item)
    if len(item) > _MAX_TEXT or budget.bytes < 0 or not _encodable(item):
        raise _unsendable("a text that is too long or not valid unicode", path)
    return Scalar(type="str", text=item)


def _encodable(text: str) -> bool:
    """Whether the text can be written as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _room(array: NDArray[Any], path: str, budget: _Budget) -> NDArray[Any]:
    """The array, once it is known that it still fits."""
    budget.bytes -= array.nbytes
    if budget.bytes < 0:
        raise _unsendable(f"too large: a result may hold {_MAX_BYTES >> 20} MiB of arrays", path)
    return array


def _array(
    array: NDArray[Any], path: str, origin: Literal["jax", "numpy", "numpy scalar"], *, weak: bool = False
) -> Array:
    """An array of one of the dtypes that cross, in C order and little-endian."""
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    name = _NAMES.get(array.dtype)
    if name is None:
        raise _unsendable(f"an array of dtype {array.dtype}", path)
    little = array if _LITTLE else array.astype(array.dtype.newbyteorder("<"))
    return Array(dtype=name, shape=array.shape, data=_data(little), origin=origin, weak=weak)


def _data(array: NDArray[Any]) -> bytes:
    """The bytes of an array; those of a large one stay where they are until the answer is written."""
    if array.nbytes < LARGE:
        return array.tobytes()
    return cast("bytes", Bulk(_contiguous(array).reshape(-1).view(np.uint8).data))


def _key(item: jax.Array, path: str, budget: _Budget) -> Key:
    """A typed PRNG key array."""
    impl = str(_key_impl(item))
    if impl not in KEY_WORDS:
        raise _unsendable(f"a random key of the kind {impl}", path)
    words = _room(to_numpy(_key_data(item)), path, budget)
    return Key(impl=impl, shape=words.shape[:-1], data=words.astype("<u4", copy=False).tobytes())


def _is_numpy_scalar(kind: type) -> bool:
    """Whether this is exactly the type of a NumPy scalar, or jax's bfloat16, whatever its module and name say."""
    return any(kind is exact for exact in _NUMPY_SCALARS)


def _record(item: object, path: str, depth: int, budget: _Budget) -> Record:
    """A namedtuple or a dataclass that jax knows, by its fields."""
    kind = type(item)
    if issubclass(kind, tuple):
        parts = list(tuple.__iter__(cast("tuple[object, ...]", item)))
        fields = getattr(kind, "_fields", None)
    elif dataclasses.is_dataclass(kind) and not _is_leaf(_tree_structure(item)):
        fields = tuple(field.name for field in dataclasses.fields(kind))
        parts = [object.__getattribute__(item, name) for name in fields]
    else:
        raise _unsendable(_what(item), path)
    if type(fields) is not tuple or not len(set(fields)) == len(fields) == len(parts):
        raise _unsendable(_what(item), path)
    if not all(type(name) is str and _encodable(name) for name in fields):
        raise _unsendable(_what(item), path)
    items = _items(zip(fields, parts, strict=True), path, depth, budget, dot=".{:.60}")
    return Record(name=_name(kind), fields=fields, items=items)


def _what(item: object) -> str:
    """What the thing is, in words."""
    kind = type(item)
    name = _name(kind)
    if issubclass(kind, _Tracer):
        return "a tracer, which has no value outside the traced function (it leaked)"
    if dataclasses.is_dataclass(kind):
        return f"a {name}, a dataclass that is not registered with jax"
    for base, noun in ((tuple, "tuple"), (list, "list"), (dict, "dict"), (np.ndarray, "NumPy array"), (str, "str")):
        if issubclass(kind, base):
            return f"a {name}, a subclass of {noun}"
    if kind is set or kind is frozenset:
        return "a set, whose items have no order"
    return "a function" if callable(item) and not isinstance(item, type) else f"an object of type {name}"


def _name(kind: type) -> str:
    """The bare name of a class, whatever its metaclass says."""
    return str(type.__dict__["__name__"].__get__(kind)).encode("utf-8", "backslashreplace").decode()[:200]


def _unsendable(what: str, path: str) -> ResultTypeError:
    """The error that says what cannot be sent and where it is."""
    return ResultTypeError(f"result{path} is {what}")
