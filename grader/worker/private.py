"""The few things of jax that only its private modules have: this is the one file that may name ``jax._src``.

They are taken when the worker starts, before a student's file could replace them. Where a release of jax moves
one, importing this file fails, and tests/worker/test_private.py says which.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import jax
import numpy as np
from jax._src.array import ArrayImpl
from jax._src.core import ShapedArray
from jax._src.export._export import _CUSTOM_CALL_TARGETS_GUARANTEED_STABLE
from jax._src.interpreters.pxla import batched_device_put
from jax._src.random.prng import PRNGKeyArray

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["STABLE_CUSTOM_CALLS", "ArrayImpl", "PRNGKeyArray", "is_weak", "put", "to_numpy", "weakened", "x64_is_on"]

STABLE_CUSTOM_CALLS = frozenset(_CUSTOM_CALL_TARGETS_GUARANTEED_STABLE)
"""The machine code outside a program that jax.export vouches for: its own kernels."""

# Native methods: they read the buffer itself. `__array__` and `_value` are Python, which a file could replace.
_copied: Any = ArrayImpl.__dict__["_single_device_array_to_np_array_did_copy"]
_aval: Callable[[jax.Array], Any] = ArrayImpl.__dict__["aval"].fget
_sharding: Callable[[jax.Array], Any] = ArrayImpl.__dict__["sharding"].fget
_asarray = np.asarray
_config: Any = jax.config


def to_numpy(array: jax.Array) -> NDArray[Any]:
    """The values of an array, once they are computed. Raises what its computation raised, or that it is deleted."""
    if len(_sharding(array).device_set) > 1:  # the native method would give the first shard only
        return _asarray(array)
    values: NDArray[Any] = _copied(array)[0]
    return values


def put(array: NDArray[Any]) -> jax.Array:
    """The array on the default device, as jax.device_put has it but in an eighth of its time.

    The dtype must be one that jax has as it is set. Every call that is timed has this in its time.
    """
    sharding, device = _place()
    placed: jax.Array = batched_device_put(
        ShapedArray(array.shape, array.dtype), sharding, [array], [device], committed=False
    )
    return placed


@functools.cache
def _place() -> tuple[jax.sharding.Sharding, jax.Device]:
    """The default device; starts jax's backend when first asked."""
    device = jax.devices()[0]
    return jax.sharding.SingleDeviceSharding(device), device


def is_weak(array: jax.Array) -> bool:
    """Whether the dtype of an array is weak."""
    return bool(_aval(array).weak_type)


def weakened(array: jax.Array) -> jax.Array:
    """The same array with a weak dtype. Compiles nothing, where an operation of jax would."""
    made: Any = ArrayImpl
    result: jax.Array = made(_aval(array).update(weak_type=True), _sharding(array), [array], committed=False)
    return result


def x64_is_on() -> bool:
    """Whether 64-bit types are on."""
    return bool(_config.jax_enable_x64)
