"""How the numbers of an array resemble those expected: negated, rounded, a multiple, wrapped round at 32 bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from grader.checks.wording import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

__all__ = ["BY_NUMBER", "BY_RULE", "FEW", "PLANE", "Pair", "Resemblance", "changed", "same"]

FEW = 3
PLANE = 2  # axes
_NARROW = 4  # bytes
_SEVERAL = 2
_RTOL, _ATOL = 1e-4, 1e-6


class Resemblance(msgspec.Struct, frozen=True, kw_only=True):
    """What was seen, as a sentence without its point ("" where the difference says it), and what to try.

    ``kind`` names it where something more may be known of the cause.
    """

    words: str
    hint: str
    kind: Literal["", "rounding", "wide"] = ""


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """Two arrays that differ."""

    want: np.ndarray
    have: np.ndarray


def same(one: np.ndarray, other: np.ndarray) -> bool:
    """Returns whether two arrays are alike but for rounding."""
    import numpy as np

    if one.shape != other.shape:
        return False
    if object in (one.dtype, other.dtype):
        return bool((one == other).all())
    with np.errstate(all="ignore"):
        return bool(np.allclose(one.astype(complex), other.astype(complex), rtol=_RTOL, atol=_ATOL, equal_nan=True))


def changed(pairs: Sequence[Pair], change: Callable[[np.ndarray], np.ndarray]) -> bool:
    """Returns whether each result is the expected one after a change of it."""
    import numpy as np

    return all(same(np.asarray(change(pair.want)), pair.have) for pair in pairs)


def _real(pairs: Sequence[Pair]) -> bool:
    """Whether all are real numbers."""
    return all(side.dtype.kind in "iuf" for pair in pairs for side in (pair.want, pair.have))


def _distinct(pairs: Sequence[Pair], *, but: float | None = 0) -> int:
    """How many different numbers but this one were expected: a rule that two of them follow may be chance."""
    return len({str(number) for pair in pairs for number in pair.want.ravel() if number != but})


def _rounding(pairs: Sequence[Pair]) -> Resemblance | None:
    """Numbers that agree to many digits, but not to as many as their dtype has."""
    import numpy as np

    if not _real(pairs) or not changed(pairs, lambda want: want):
        return None
    gaps = [
        np.abs(pair.have.astype(float) / np.where(pair.want == 0, 1, pair.want).astype(float) - (pair.want != 0))
        for pair in pairs
    ]
    largest = max(float(gap.max()) for gap in gaps)
    if not 0 < largest < _RTOL:
        return None
    return Resemblance(
        words=f"The numbers agree to {int(-np.log10(largest))} digits, which is rounding",
        hint="Is part of it computed in a type of fewer digits, or in an order that loses them?",
        kind="rounding",
    )


def _not_numbers(pairs: Sequence[Pair]) -> Resemblance | None:
    import numpy as np

    if not all(pair.have.dtype.kind in "fc" and np.isnan(pair.have).all() and pair.have.size > 1 for pair in pairs):
        return None
    return Resemblance(
        words="All of your result is nan",
        hint="One nan spreads to all that is computed with it: look for 0/0, inf - inf, or a root or logarithm of a "
        "negative number.",
    )


def _negated(pairs: Sequence[Pair]) -> Resemblance | None:
    if not changed(pairs, lambda want: -want if want.dtype.kind != "b" else want):
        return None
    return Resemblance(words="Your result is the expected one with the opposite sign", hint="Look for a minus.")


def _inverted(pairs: Sequence[Pair]) -> Resemblance | None:
    if not all(pair.want.dtype.kind == pair.have.dtype.kind == "b" for pair in pairs) or not changed(
        pairs, lambda want: ~want
    ):
        return None
    return Resemblance(words="Every True is a False and the other way round", hint="Look at the comparison.")


def _wrapped(pairs: Sequence[Pair]) -> Resemblance | None:
    """Integers that went round at the end of their type."""
    import numpy as np

    if any(
        pair.want.dtype.kind not in "iufO" or pair.have.dtype.kind not in "iu" or pair.have.dtype.itemsize > _NARROW
        for pair in pairs
    ):
        return None
    bits = pairs[0].have.dtype.itemsize * 8
    for pair in pairs:
        with np.errstate(invalid="ignore"):
            gap = np.asarray(pair.want.astype(object) - pair.have.astype(object))
        if any(str(step) == "nan" or step % (1 << bits) for step in gap.ravel()):
            return None
    largest = np.iinfo(pairs[0].have.dtype).max
    return Resemblance(
        words=f"`{pairs[0].have.dtype}` holds no number beyond {largest}: what is larger wraps round to the other end, "
        "without an error",
        hint="Compute in floats, or in 64-bit integers (`jax_enable_x64`).",
    )


def _without_fraction(pairs: Sequence[Pair]) -> Resemblance | None:
    import numpy as np

    if any(pair.want.dtype.kind != "f" or pair.have.dtype.kind == "c" for pair in pairs) or _distinct(pairs) < FEW:
        return None
    for words, change in (
        ("rounded down", np.floor),
        ("without its fraction", np.trunc),
        ("rounded", np.round),
    ):
        if changed(pairs, change):
            return Resemblance(
                words=f"Your result is the expected one, {words}",
                hint="`//`, `int(…)` and an integer dtype take the fraction away.",
            )
    return None


def _multiple(pairs: Sequence[Pair]) -> Resemblance | None:
    """The same factor between all entries."""
    import numpy as np

    if _distinct(pairs) < FEW or not _real(pairs):
        return None
    want = np.concatenate([pair.want.ravel() for pair in pairs]).astype(float)
    have = np.concatenate([pair.have.ravel() for pair in pairs]).astype(float)
    factor = float(have[np.argmax(np.abs(want))] / np.abs(want).max() * np.sign(want[np.argmax(np.abs(want))]))
    if not np.isfinite(factor) or factor == 0 or not same(factor * want, have):
        return None
    return Resemblance(
        words=f"Your result is {shown(float(f'{factor:.4g}'))} times the expected one, in every entry",
        hint="Look for a factor that is missing, doubled, or divided by.",
    )


def _apart(pairs: Sequence[Pair]) -> Resemblance | None:
    """The same number too much in all entries."""
    import numpy as np

    if _distinct(pairs, but=None) < FEW or not _real(pairs):
        return None
    gaps = np.concatenate([(pair.have.astype(float) - pair.want.astype(float)).ravel() for pair in pairs])
    if not np.isfinite(gaps).all() or gaps[0] == 0 or not same(gaps, np.full_like(gaps, gaps[0])):
        return None
    size = shown(float(f"{abs(gaps[0]):.4g}")).removesuffix(".0")
    return Resemblance(
        words=f"Every number is {size} too {'large' if gaps[0] > 0 else 'small'}",
        hint="Look at the value you start with, and at how many rounds there are.",
    )


def _sums(pairs: Sequence[Pair]) -> Resemblance | None:
    """Rows that should add up to 1, and do not."""
    import numpy as np

    def ones(array: np.ndarray, axis: int) -> bool:
        sums = array.sum(axis=axis)
        return same(sums, np.ones_like(sums))

    if any(
        pair.want.dtype.kind != "f" or pair.want.ndim not in (1, PLANE) or min(pair.want.shape) < _SEVERAL
        for pair in pairs
    ):
        return None
    for axis in range(pairs[0].want.ndim):
        if any(pair.want.ndim <= axis or not ones(pair.want, axis) or ones(pair.have, axis) for pair in pairs):
            continue
        if pairs[0].want.ndim == 1:
            return Resemblance(
                words="The expected numbers add up to 1, and yours do not", hint="Divide by the sum of what you keep."
            )
        expected, other = ("column", "row") if axis == 0 else ("row", "column")
        if all(pair.have.ndim == PLANE and ones(pair.have, 1 - axis) for pair in pairs):
            return Resemblance(
                words=f"Each {other} of your result adds up to 1, where each {expected} should",
                hint="Look at `axis=`: `axis=0` goes down the columns, `axis=1` along the rows.",
            )
        return Resemblance(
            words=f"Each {expected} of the expected result adds up to 1, and of yours not",
            hint=f"Divide each {expected} by the sum of what you keep of it.",
        )
    return None


def _nothing(pairs: Sequence[Pair]) -> Resemblance | None:
    if any(pair.have.size < _SEVERAL or (pair.have != 0).any() for pair in pairs):
        return None
    return Resemblance(
        words="All of your result is 0",
        hint="Is what you compute put into the result? `y.at[i].set(v)` gives a new array and leaves y as it was.",
    )


BY_NUMBER = (_not_numbers, _nothing, _wrapped, _rounding, _inverted, _negated, _without_fraction)
"""What all numbers have in common that differ, those first that say most."""
BY_RULE = (_multiple, _apart, _sums)
"""What else may hold between numbers and those expected, told where nothing says more."""
