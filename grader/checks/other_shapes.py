"""How an array of another shape resembles the one that was expected: an end is missing, an axis too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.checks.rearrangements import transposed
from grader.checks.resemblances import Resemblance, same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.checks.resemblances import Pair

__all__ = ["BY_SHAPE"]

_SEVERAL = 2


def _reshaped(pairs: Sequence[Pair]) -> Resemblance | None:
    if any(pair.want.size != pair.have.size or not same(pair.want.ravel(), pair.have.ravel()) for pair in pairs):
        return None
    return Resemblance(
        words="The numbers are right, in an array of another shape",
        hint="`x.reshape(…)` gives another shape, `x[:, None]` adds an axis of length 1, `x.squeeze()` takes it away.",
    )


def _end_missing(pairs: Sequence[Pair]) -> Resemblance | None:
    """One entry more or fewer at one end."""
    if any(
        pair.want.ndim != 1 or pair.have.ndim != 1 or min(pair.want.size, pair.have.size) < _SEVERAL for pair in pairs
    ):
        return None
    lacks = "Your result is the expected one without its"
    has = "Your result is the expected one with an entry more"
    for words, want, have in (
        (f"{lacks} last entry", slice(-1), slice(None)),
        (f"{lacks} first entry", slice(1, None), slice(None)),
        (f"{has} at its end", slice(None), slice(-1)),
        (f"{has} before it", slice(None), slice(1, None)),
    ):
        if all(same(pair.want[want], pair.have[have]) for pair in pairs):
            return Resemblance(words=words, hint="Look at where your loop, range or slice begins and ends.")
    return None


def _squared_up(pairs: Sequence[Pair]) -> Resemblance | None:
    """Two axes where there should be one, as shapes (n,) and (n, 1) make them."""
    if any(pair.want.ndim != 1 or pair.have.shape != pair.want.shape * 2 for pair in pairs):
        return None
    length = pairs[0].want.size
    return Resemblance(
        words="There is a number for each pair of entries, where one for each entry is expected",
        hint=f"Arrays of shapes ({length},) and ({length}, 1) together make one of ({length}, {length}). "
        "Do such two meet somewhere?",
    )


def _not_reduced(pairs: Sequence[Pair]) -> Resemblance | None:
    """A sum or mean that was left out, or taken where none is asked for."""
    import numpy as np

    for what, reduce in (("the sum", np.sum), ("the mean", np.mean)):
        if all(
            pair.want.ndim == 0 < pair.have.ndim and same(pair.want, np.asarray(reduce(pair.have))) for pair in pairs
        ):
            return Resemblance(
                words=f"The expected number is {what} of yours", hint=f"Reduce it, with `jnp.{reduce.__name__}`."
            )
        if all(
            pair.have.ndim == 0 < pair.want.ndim and same(pair.have, np.asarray(reduce(pair.want))) for pair in pairs
        ):
            return Resemblance(
                words=f"Your result is {what} of the expected one", hint="One number for each entry is expected."
            )
    if all(pair.have.ndim == 0 < pair.want.size and same(pair.have, pair.want.ravel()[-1]) for pair in pairs):
        return Resemblance(
            words="Your result is the last entry of the expected one", hint="One number for each entry is expected."
        )
    return None


BY_SHAPE = (transposed, _reshaped, _end_missing, _squared_up, _not_reduced)
"""The shapes of a difference between arrays of different shape, those that say most first."""
