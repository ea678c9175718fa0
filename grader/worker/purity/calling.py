"""Arguments that can be given again and again, and the comparison of what calls with them return."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from grader.worker.private import CheckifyError, checks_of
from grader.worker.purity.marks import of

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Given", "agree", "values"]


_HALF = 2  # bytes
_HALF_PRECISION = 0.1  # relative: a few roundings of bfloat16


class Given:
    """One set of arguments, copied for each call, so that no call sees what another did to them."""

    def __init__(self, function: Callable[..., Any], positional: tuple[Any, ...], keyword: dict[str, Any]) -> None:
        self._positional = positional
        self._keyword = keyword
        self._backup = {id(leaf): _host(leaf) for leaf in jax.tree_util.tree_leaves((positional, keyword))}
        self._names = _names(function, len(positional))

    def again(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Returns the arguments: containers and NumPy arrays new, a jax array as it is unless it was donated."""
        return (
            tuple(self._copy(value) for value in self._positional),
            {name: self._copy(value) for name, value in self._keyword.items()},
        )

    def named(self, positional: tuple[Any, ...], keyword: dict[str, Any]) -> dict[str, Any]:
        """Returns arguments by the names of the student's parameters."""
        return {**dict(zip(self._names, positional, strict=True)), **keyword}

    def _copy(self, value: Any) -> Any:  # noqa: ANN401 - any argument
        if type(value) in (list, tuple):
            return type(value)(self._copy(item) for item in value)
        if type(value) is dict:
            return {key: self._copy(item) for key, item in value.items()}
        if of(value, np.ndarray):
            return value.copy()
        if of(value, jax.Array) and value.is_deleted():
            return jnp.asarray(self._backup[id(value)])
        return value


def values(result: object) -> list[Any]:
    """Returns the leaves of a result as NumPy arrays; a leaf that is no array stands for itself."""
    found = jax.tree_util.tree_leaves(result, is_leaf=_is_error)
    return [_host(part) for leaf in found for part in ([*checks_of(leaf).values()] if _is_error(leaf) else [leaf])]


def _is_error(value: object) -> bool:
    """Whether this is what `checkify` tells of its checks, by numbers that differ from trace to trace."""
    return type(value) is CheckifyError


def agree(left: list[Any], right: list[Any], *, rtol: float) -> bool:
    """Tells whether two results are the same up to rounding: whole numbers may be one apart, truth values differ.

    That much is what another order of additions does at a boundary; an impurity that small is seen elsewhere.
    """
    return len(left) == len(right) and all(_same(a, b, rtol) for a, b in zip(left, right, strict=True))


def _same(a: Any, b: Any, rtol: float) -> bool:  # noqa: ANN401 - leaves
    if not (of(a, np.ndarray) and of(b, np.ndarray)):
        return type(a) is type(b) or of(a, np.ndarray) or of(b, np.ndarray)
    if a.shape != b.shape:
        return False
    if a.size == 0 or not {a.dtype.kind, b.dtype.kind}.isdisjoint("bO"):
        return True
    if a.dtype.kind in "iu" and b.dtype.kind in "iu":
        return bool(np.all(np.abs(a.astype(float) - b.astype(float)) <= 1 + rtol * np.abs(b.astype(float))))
    if _HALF in (a.dtype.itemsize, b.dtype.itemsize):
        rtol = max(rtol, _HALF_PRECISION)
    kind = complex if a.dtype.kind == "c" or b.dtype.kind == "c" else float
    a, b = a.astype(kind), b.astype(kind)
    finite = b[np.isfinite(b)]
    scale = float(np.max(np.abs(finite))) if finite.size else 1.0
    return bool(np.allclose(a, b, rtol=rtol, atol=rtol * scale, equal_nan=True))


def _host(leaf: Any) -> Any:  # noqa: ANN401 - any leaf
    if of(leaf, jax.Array):
        if jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key):
            leaf = jax.random.key_data(leaf)
        return np.array(leaf)
    if of(leaf, np.ndarray | np.generic | bool | int | float | complex):
        return np.array(leaf)
    return leaf


def _names(function: Callable[..., Any], count: int) -> list[str]:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # built-in functions have no signature
        parameters = []
    named = [part.name for part in parameters if part.kind in (part.POSITIONAL_ONLY, part.POSITIONAL_OR_KEYWORD)]
    return [named[index] if index < len(named) else f"argument {index + 1}" for index in range(count)]
