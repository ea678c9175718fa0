"""Compares two numbers or arrays: shape, dtype, weak type, then the numbers within a tolerance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from grader.checks.wording import shown
from grader.model.values import Array, Mapping, Record, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

    from grader.model.values import Value

__all__ = ["TOLERANCES", "Difference", "Tolerance", "array_of", "is_finite", "leaf_difference", "numbers_in"]

Dtypes = Literal["default", "exact", "any"]

_WIDE = {
    "float32": "float64",
    "int32": "int64",
    "uint32": "uint64",
    "complex64": "complex128",
}
TOLERANCES = {
    "bfloat16": (3e-2, 3e-2),
    "float16": (3e-3, 3e-3),
    "float32": (1e-5, 1e-6),
    "complex64": (1e-5, 1e-6),
    "float64": (1e-7, 1e-9),
    "complex128": (1e-7, 1e-9),
}
"""Relative and absolute tolerance by the coarser of two dtypes: a few units in the last place of honest reorderings.

What came in half precision, where the result has more, is held to single precision: nobody buys room by rounding.
"""
_HALF = ("bfloat16", "float16")


class Tolerance(msgspec.Struct, frozen=True, kw_only=True):
    """How strict a comparison is.

    ``rtol`` and ``atol`` None take the dtype's own; ``exact`` allows no difference at all. ``dtype``: ``default``
    accepts a dtype's 64-bit twin where the submission switched ``x64`` on; ``any`` does not look at dtypes.
    """

    rtol: float | None = None
    atol: float | None = None
    exact: bool = False
    dtype: Dtypes = "default"
    weak_type: bool = False
    x64: bool = False


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The first difference found: its kind, where in the structure, and both sides in words (values included).

    ``neutral`` are words for a hidden case: a shape, a dtype or a key of a dict may be a value, too.
    """

    kind: Literal["structure", "shape", "dtype", "weak type", "value", "nan"]
    where: str
    words: str
    neutral: str


def leaf_difference(
    expected: Scalar | Array, got: Scalar | Array, tolerance: Tolerance, where: str
) -> Difference | None:
    """Returns the difference between two numbers or arrays, or None."""
    shapes = tuple(leaf.shape if isinstance(leaf, Array) else () for leaf in (expected, got))
    if shapes[0] != shapes[1]:
        words = f"expected shape {list(shapes[0])}, got shape {list(shapes[1])}"
        return Difference(kind="shape", where=where, words=words, neutral="the shape differs")
    wrong = _dtype_difference(expected, got, tolerance)
    if wrong:
        return Difference(kind="dtype", where=where, words=wrong, neutral="the dtype differs")
    if tolerance.weak_type and isinstance(expected, Array) and isinstance(got, Array) and expected.weak != got.weak:
        words = f"expected a {_strength(expected)} type, got a {_strength(got)} one"
        return Difference(kind="weak type", where=where, words=words, neutral=words)
    return _numbers(expected, got, tolerance, where)


def array_of(leaf: Scalar | Array) -> np.ndarray:
    """Returns a leaf as a NumPy array (bfloat16 through ml_dtypes). Raises ValueError on text and None."""
    import numpy as np

    if isinstance(leaf, Scalar):
        if leaf.type == "int":
            number = int(leaf.text)
            return np.asarray(number, dtype=object if abs(number) >= 1 << 63 else np.int64)
        if leaf.type == "bool":
            return np.asarray(leaf.text == "True")
        if leaf.type == "float":
            return np.asarray(float(leaf.text))
        return np.asarray(complex(leaf.text))
    return np.frombuffer(leaf.data, dtype=_dtype(leaf.dtype)).reshape(leaf.shape)


def _dtype(name: str) -> np.dtype:
    """Returns the NumPy dtype of a name, those of ml_dtypes too."""
    import numpy as np

    try:
        return np.dtype(name)
    except TypeError:
        import ml_dtypes

        wide: np.dtype = np.dtype(getattr(ml_dtypes, name))
        return wide


def _strength(array: Array) -> str:
    return "weak" if array.weak else "strong"


def _dtype_difference(expected: Scalar | Array, got: Scalar | Array, tolerance: Tolerance) -> str:
    """In words why the dtypes do not agree; "" where they do or are not looked at."""
    if tolerance.dtype == "any":
        return ""
    if isinstance(expected, Scalar):
        if isinstance(got, Scalar):
            return "" if expected.type == got.type else f"expected a Python {expected.type}, got a Python {got.type}"
        return f"expected a Python {expected.type}, got an array {got.dtype}{list(got.shape)}"
    if isinstance(got, Scalar):
        return "" if tolerance.dtype == "default" else f"expected an array {expected.dtype}, got a Python {got.type}"
    if expected.dtype == got.dtype:
        return ""
    if tolerance.dtype == "default" and tolerance.x64 and _WIDE.get(expected.dtype) == got.dtype:
        return ""
    return f"expected dtype {expected.dtype}, got {got.dtype}"


def _numbers(expected: Scalar | Array, got: Scalar | Array, tolerance: Tolerance, where: str) -> Difference | None:
    """The largest difference between two equally shaped arrays, if it is too large."""
    import numpy as np

    want, have = array_of(expected), array_of(got)
    rtol, atol = _allowed(expected, got, tolerance)
    if want.size == 0:
        return None
    if object in (want.dtype, have.dtype) or (rtol == atol == 0 and want.dtype.kind in "iub"):
        wrong = np.asarray(want != have)  # operations on one Python number give a Python number
        gap = np.asarray(np.abs(want.astype(object) - have.astype(object))) if want.dtype.kind != "b" else wrong
        return None if not wrong.any() else _worst(want, have, gap, wrong, where)
    kind = np.complex128 if "c" in (want.dtype.kind, have.dtype.kind) else np.float64
    left, right = want.astype(kind), have.astype(kind)
    stray = np.isnan(right) != np.isnan(left)
    if stray.any():
        at = np.unravel_index(int(np.argmax(stray)), stray.shape)
        words = f"expected {left[at]:.6g}, got {right[at]:.6g}{_place(at)}"
        return Difference(
            kind="nan", where=where, words=words, neutral="nan where a number is expected, or the reverse"
        )
    with np.errstate(invalid="ignore", over="ignore"):
        gap = np.where((left == right) | np.isnan(left), 0.0, np.abs(left - right))
        wrong = ~(gap <= atol + rtol * np.abs(np.where(np.isfinite(left), left, 0.0)))
    return None if not wrong.any() else _worst(left, right, gap, wrong, where)


def _allowed(expected: Scalar | Array, got: Scalar | Array, tolerance: Tolerance) -> tuple[float, float]:
    """The relative and absolute tolerance for two leaves."""
    if tolerance.exact:
        return 0.0, 0.0
    names = [leaf.dtype if isinstance(leaf, Array) else "float64" for leaf in (expected, got)]
    if names[0] not in _HALF and names[1] in _HALF:
        names[1] = "float32"
    inexact = [TOLERANCES[name] for name in names if name in TOLERANCES]
    whole = (isinstance(expected, Scalar) and expected.type in ("int", "bool")) or (
        isinstance(expected, Array) and expected.dtype not in TOLERANCES
    )
    own = (0.0, 0.0) if whole or not inexact else (max(r for r, _ in inexact), max(a for _, a in inexact))
    return (
        own[0] if tolerance.rtol is None else tolerance.rtol,
        own[1] if tolerance.atol is None else tolerance.atol,
    )


def _worst(want: np.ndarray, have: np.ndarray, gap: np.ndarray, wrong: np.ndarray, where: str) -> Difference:
    """The difference at the entry that is furthest off."""
    import numpy as np

    score = np.where(wrong, np.nan_to_num(gap.astype(float), nan=np.inf), -1.0)
    at = np.unravel_index(int(np.argmax(score)), want.shape)
    count = int(np.count_nonzero(wrong))
    words = f"expected {_number(want[at])}, got {_number(have[at])}{_place(at)}"
    if want.size > 1:
        words += f" ({count} of {want.size} entries differ)"
    return Difference(kind="value", where=where, words=words, neutral="the values differ")


def _number(number: object) -> str:
    """A number in at most seven digits, whole ones without a point."""
    text = shown(number)
    return text.removesuffix(".0")


def _place(at: tuple[object, ...]) -> str:
    """Where in an array, in words; "" for a single number."""
    return f" at index {[int(str(part)) for part in at]}" if at else ""


def is_finite(value: Value) -> bool:
    """Returns whether no number in a value is nan or infinite."""
    import numpy as np

    return all(np.isfinite(leaf).all() for leaf in numbers_in(value))


def numbers_in(value: Value) -> Iterator[np.ndarray]:
    """Yields the numbers and arrays in a value, in order."""
    if isinstance(value, Sequence | Mapping | Record):
        for item in value.items:
            yield from numbers_in(item)
    elif isinstance(value, Array) or (isinstance(value, Scalar) and value.type not in ("str", "none")):
        yield array_of(value).astype(complex)
