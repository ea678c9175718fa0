"""The few things of jax that only its private modules have: this is the one file that may name ``jax._src``.

They are taken when the worker starts, before a student's file could replace them. Where a release of jax moves
one, importing this file fails, and tests/worker/test_private.py says which.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import jax
import numpy as np
from jax._src import checkify
from jax._src.array import ArrayImpl
from jax._src.core import EvalTrace, ShapedArray, eval_trace, set_current_trace
from jax._src.export._export import _CUSTOM_CALL_TARGETS_GUARANTEED_STABLE
from jax._src.interpreters.pxla import batched_device_put
from jax._src.random.prng import PRNGKeyArray
from jax._src.source_info_util import current as _source

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

__all__ = [
    "STABLE_CUSTOM_CALLS",
    "ArrayImpl",
    "CheckifyError",
    "PRNGKeyArray",
    "checks_of",
    "evaluated",
    "interposed",
    "is_weak",
    "number_checks_anew",
    "origin",
    "plainly",
    "put",
    "to_numpy",
    "weakened",
    "x64_is_on",
]

STABLE_CUSTOM_CALLS = frozenset(_CUSTOM_CALL_TARGETS_GUARANTEED_STABLE)
"""The machine code outside a program that jax.export vouches for: its own kernels."""

# Native methods: they read the buffer itself. `__array__` and `_value` are Python, which a file could replace.
_copied: Any = ArrayImpl.__dict__["_single_device_array_to_np_array_did_copy"]
_aval: Callable[[jax.Array], Any] = ArrayImpl.__dict__["aval"].fget
_sharding: Callable[[jax.Array], Any] = ArrayImpl.__dict__["sharding"].fget
_asarray = np.asarray
_config: Any = jax.config
_eval: Callable[[Any, Any, dict[str, Any]], Any] = eval_trace.process_primitive
_tracing: Callable[[Any], AbstractContextManager[Any]] = set_current_trace
_begin: Callable[[Any], None] = EvalTrace.__init__


CheckifyError: Any = checkify.Error


def number_checks_anew() -> None:
    """Has `checkify` number its checks from 1 on. Until jax 0.10 it counts those of all traces of the process."""
    if "next_code" in vars(checkify):
        vars(checkify)["next_code"] = itertools.count(1).__next__


def checks_of(error: Any) -> dict[str, Any]:  # noqa: ANN401 - what `checkify` returns beside a result
    """Whether checks of each kind failed, by the name of the kind; the numbers of the checks say nothing."""
    failed = object.__getattribute__(error, "_pred")
    return {str(kind.error_type.__name__): failed[kind] for kind in failed}


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


def interposed(operation: Callable[[Any, Any, dict[str, Any]], Any]) -> AbstractContextManager[Any]:
    """Has ``operation`` called in the place of each of jax's on plain values: with primitive, arguments, parameters.

    Calls of jitted functions are operations, too, all of them: jax looks for no compiled program of its own meanwhile.
    """
    return _tracing(_Interposed(operation))


def plainly() -> AbstractContextManager[Any]:
    """Has operations computed as jax computes them where nothing is interposed."""
    return _tracing(eval_trace)


def origin() -> list[Any]:
    """The frames that led to an interposed operation, innermost first; those of the program that it comes from."""
    traceback = _source().traceback
    return [] if traceback is None else list(traceback.frames)


def evaluated(primitive: Any, arguments: Any, parameters: dict[str, Any]) -> Any:  # noqa: ANN401 - as jax has it
    """What an operation gives, as jax computes it where nothing is interposed."""
    with plainly():
        return _eval(primitive, arguments, parameters)


class _Interposed(EvalTrace):
    """The trace of an interposed operation."""

    def __init__(self, operation: Callable[[Any, Any, dict[str, Any]], Any]) -> None:
        _begin(self)
        self._operation = operation

    def process_primitive(self, primitive: Any, tracers: Any, params: dict[str, Any], /) -> Any:  # noqa: ANN401
        """What the interposed operation gives."""
        return self._operation(primitive, tracers, params)
