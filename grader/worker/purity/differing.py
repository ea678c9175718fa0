"""Values of the same type and shape with other numbers in them."""

from __future__ import annotations

import types
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from grader.worker.purity.marks import is_array, of

__all__ = ["differing"]


def differing(value: Any, home: str, depth: int = 4) -> Any:  # noqa: ANN401 - any global
    """Returns a copy with other numbers in it; None where it holds none. ``home`` is the file's module name."""
    if depth == 0:
        return None
    if of(value, bool | np.bool_):
        return not value
    if of(value, int | float | complex):
        return value + 1
    if is_array(value):
        return _other_array(value)
    if type(value) in (list, tuple):
        items = _others(dict(enumerate(value)), home, depth)
        return None if items is None else type(value)(items.values())
    if type(value) is dict:
        return _others(value, home, depth)
    if type(value) is types.SimpleNamespace or _is_plain_instance(value, home):
        held = _others(vars(value), home, depth)
        return None if held is None else _twin(value, held, home)
    return None


def _others(parts: dict[Any, Any], home: str, depth: int) -> dict[Any, Any] | None:
    """The parts with other numbers in them; None where they hold none."""
    changed = {key: differing(part, home, depth - 1) for key, part in parts.items()}
    if all(part is None for part in changed.values()):
        return None
    return {key: parts[key] if part is None else part for key, part in changed.items()}


def _is_plain_instance(value: object, home: str) -> bool:
    """Tells whether a class of the file made it, and leaves attributes in a dict and reading them to Python."""
    cls = type(value)
    keeps = any("__dict__" in vars(base) for base in cls.__mro__)
    return type(cls) is type and keeps and cls.__module__ == home and "__getattribute__" not in vars(cls)


def _twin(value: object, held: dict[str, Any], home: str) -> object | None:
    """An instance of the same class that holds something else; no code of the file runs. None where Python wants more.

    ``object`` makes no instance of what is built on a class of C's, a dict or a ``SimpleNamespace``: that makes it.
    """
    base: Any = next(base for base in type(value).__mro__ if base.__module__ != home)
    try:
        twin: object = base.__new__(type(value))
    except TypeError:
        return None
    vars(twin).update(held)
    return twin


def _other_array(value: Any) -> Any:  # noqa: ANN401 - NumPy or jax
    if of(value, jax.Array):
        if value.is_deleted() or jnp.issubdtype(value.dtype, jax.dtypes.prng_key):
            return None
        host = np.asarray(value)
        return jnp.asarray(~host if host.dtype == bool else host + np.ones((), host.dtype))
    if value.dtype.kind not in "biufc":
        return None
    return ~value if value.dtype == bool else value + value.dtype.type(1)
