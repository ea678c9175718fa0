"""How one value looks in a fingerprint: what people read, and what is compared."""

from __future__ import annotations

import hashlib
import io
import random
from typing import Any, NamedTuple

import jax
import jax.core
import jax.numpy as jnp
import numpy as np

__all__ = ["ABSENT", "Look", "array_look", "digest", "is_array", "leaf_look", "of"]

_SHOWN = 60
_LONG = 64  # bits; repr refuses integers of thousands of digits
_PLAIN = (int, float, complex, str, bytes, type(None), type(...), range, slice)


class Look(NamedTuple):
    """``shown`` is for people, ``exact`` for the comparison; ``kind`` is the finding that a change of it makes."""

    shown: str
    exact: str
    kind: str = "global-state"


ABSENT = Look("nothing", "")


def of(value: object, classes: Any) -> bool:  # noqa: ANN401 - whatever isinstance takes
    """Tells whether ``value`` is of these classes by its type. isinstance would ask the student's own object."""
    return issubclass(type(value), classes)


def digest(data: bytes | bytearray | memoryview) -> str:
    """A short hash of bytes."""
    return hashlib.blake2b(data, digest_size=12).hexdigest()


def is_array(value: object) -> bool:
    """Tells whether ``value`` is a concrete NumPy or jax array (or NumPy scalar)."""
    return of(value, np.ndarray | np.generic) or (of(value, jax.Array) and not of(value, jax.core.Tracer))


def leaf_look(value: Any, *, cap: int) -> Look | None:  # noqa: ANN401 - anything at all
    """Returns how a value without parts looks; None for everything that has parts or is compared by identity.

    Of arrays beyond ``cap`` bytes only a sample is hashed.
    """
    if of(value, _PLAIN):
        return _plain_look(value)
    if is_array(value):
        return array_look(value, cap=cap)
    if of(value, bytearray | memoryview):
        return Look(f"{len(value)} bytes", digest(bytes(value)))
    if of(value, np.random.Generator):
        return _generator_look(value.bit_generator.state)
    if of(value, np.random.BitGenerator):
        return _generator_look(value.state)
    if of(value, np.random.SeedSequence):
        return _generator_look((value.state, value.n_children_spawned))
    if of(value, np.random.RandomState):
        return _generator_look(value.get_state(legacy=False))
    if of(value, random.Random) and not of(value, random.SystemRandom):
        return _generator_look(value.getstate())
    if of(value, io.IOBase):
        return _file_look(value)
    return None


def array_look(value: Any, *, cap: int) -> Look:  # noqa: ANN401 - NumPy or jax, whole or deleted
    """Returns how an array looks: its type for people, its bytes for the comparison."""
    if of(value, jax.Array):
        if value.is_deleted():
            return Look("a deleted array", "deleted")
        if jnp.issubdtype(value.dtype, jax.dtypes.prng_key):
            words = np.asarray(jax.random.key_data(value))
            return Look(f"a key{list(value.shape) or ''}", digest(words.tobytes()))
        if value.nbytes > cap:  # immutable, and its values would have to leave the device
            return Look(_array_type(value), f"#{id(value)}")
    array = np.asarray(value)
    if array.nbytes > cap:
        array = array.reshape(-1)[:: array.nbytes // cap + 1]
    shown = repr(array.item()) if array.ndim == 0 and array.dtype != object else _array_type(value)
    return Look(shown[:_SHOWN], f"{array.dtype}{array.shape}{digest(np.ascontiguousarray(array).tobytes())}")


def _array_type(value: Any) -> str:  # noqa: ANN401 - NumPy or jax
    return f"an array {value.dtype}{list(value.shape)}"


def _plain_look(value: Any) -> Look:  # noqa: ANN401 - one of _PLAIN
    long = of(value, int) and int.bit_length(value) > _LONG
    text = hex(value) if long else repr(value)
    shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return Look(shown, f"{type(value).__name__} {digest(text.encode(errors='replace'))}")


def _generator_look(state: object) -> Look:
    return Look("a random generator", digest(repr(state).encode()), "randomness")


def _file_look(value: io.IOBase) -> Look:
    if value.closed:
        return Look("a closed file", "closed")
    try:
        position = str(value.tell()) if value.seekable() else "stream"
    except (OSError, ValueError):  # text files being iterated refuse to tell
        position = "stream"
    for kind in (io.BytesIO, io.StringIO):
        if of(value, kind):
            contents: Any = kind.getvalue
            position += f" {digest(repr(contents(value)).encode(errors='replace'))}"
    return Look(f"a file at {position.partition(' ')[0]}", f"{id(value)} {position}")
