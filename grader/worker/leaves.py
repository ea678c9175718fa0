"""The numbers in the leaves of arguments and results: read, compared, exchanged for others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import jax
import numpy as np

from grader.worker.private import ArrayImpl, PRNGKeyArray, is_weak, put, to_numpy, weakened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["all_equal", "all_numbers", "are_close", "are_converted", "cast", "is_uniform", "numbers", "shifted"]

_CONVERTED: Final = 1e-3  # half precision keeps three digits
_LARGEST: Final = 100
_key_data = jax.random.key_data


def numbers(value: object) -> NDArray[Any] | None:
    """A copy of the numbers in a leaf, of a random key its words; None where there are none."""
    if type(value) is PRNGKeyArray:
        value = _key_data(value)
    if type(value) is ArrayImpl:
        return np.array(to_numpy(value))
    # jax has types of its own for the numbers and NumPy's arrays that it takes.
    if isinstance(value, bool | int | float | complex | np.generic | np.ndarray):
        return np.array(value)
    return None


def all_numbers(values: Sequence[object]) -> list[NDArray[Any]] | None:
    """The numbers in all leaves; None where one has none."""
    found = [numbers(value) for value in values]
    known = [one for one in found if one is not None]
    return known if len(known) == len(found) else None


def all_equal(leaves: Sequence[NDArray[Any] | None], others: Sequence[NDArray[Any] | None]) -> bool:
    """Whether these are the same numbers, and what is none at the same places; leaves without numbers are alike."""
    return len(leaves) == len(others) and all(map(_is_equal, leaves, others))


def _is_equal(leaf: NDArray[Any] | None, other: NDArray[Any] | None) -> bool:
    if leaf is None or other is None:
        return leaf is other
    return leaf.shape == other.shape and bool(((leaf == other) | (_is_none(leaf) & _is_none(other))).all())


@np.errstate(all="ignore")
def are_close(leaf: NDArray[Any], other: NDArray[Any], share: float) -> bool:
    """Whether no number differs by more than this share of the largest one; what is no number at the same places."""
    if leaf.shape != other.shape or leaf.dtype != other.dtype:
        return False
    one, two = _wide(leaf), _wide(other)
    largest = np.abs(one[np.isfinite(one)]).max(initial=0.0)
    return bool(np.allclose(two, one, rtol=0, atol=share * largest, equal_nan=True))


@np.errstate(all="ignore")
def are_converted(leaf: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether these are the same numbers but for conversions, whatever their shape."""
    if leaf.size != other.size:
        return False
    return bool(np.allclose(_wide(leaf).ravel(), _wide(other).ravel(), rtol=_CONVERTED, atol=0, equal_nan=True))


def is_uniform(leaf: NDArray[Any]) -> bool:
    """Whether it is one number, at all places."""
    return leaf.size > 0 and bool((leaf == leaf.flat[0]).all())


@np.errstate(all="ignore")
def cast(values: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Numbers in another dtype; where that is one of integers, as near as small ones come."""
    if dtype.kind in "iu":
        values = np.nan_to_num(values.real).clip(0 if dtype.kind == "u" else -_LARGEST, _LARGEST)
    return np.asarray(values.astype(dtype))


@np.errstate(all="ignore")
def shifted(output: object, factor: float, offset: float) -> object:
    """An array of the same type with factor ⋅ v + offset in the place of each v; truths are turned, keys stay."""
    values = numbers(output)
    if values is None or type(output) is not ArrayImpl:
        return output
    other = ~values if values.dtype.kind == "b" else cast(_wide(values) * factor + offset, values.dtype)
    made = put(other)
    return weakened(made) if is_weak(output) else made


def _wide(values: NDArray[Any]) -> NDArray[Any]:
    """The numbers in a dtype in which they can be compared with any others."""
    return values.astype(complex if values.dtype.kind == "c" else float)


def _is_none(values: NDArray[Any]) -> NDArray[Any]:
    """Where there is no number; np.isnan does not take every dtype."""
    return np.asarray(np.isnan(_wide(values)))
