"""How the places of an array's entries differ from those expected: transposed, moved by one, wrong at one end only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.checks.resemblances import FEW, PLANE, Resemblance, changed, same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.checks.resemblances import Pair

__all__ = ["BY_PLACE", "transposed"]


def transposed(pairs: Sequence[Pair]) -> Resemblance | None:
    """Returns that rows and columns have changed places, where they have."""
    if any(pair.want.ndim != PLANE for pair in pairs) or not changed(pairs, lambda want: want.T):
        return None
    return Resemblance(
        words="Your result is the expected one, transposed", hint="Which axis comes first? `.T` swaps the two."
    )


def _moved(pairs: Sequence[Pair]) -> Resemblance | None:
    """Entries one place off along an axis, whatever fills the gap, or back to front."""
    import numpy as np

    for axis in range(min(pair.want.ndim for pair in pairs)):
        rows = [(np.moveaxis(pair.want, axis, 0), np.moveaxis(pair.have, axis, 0)) for pair in pairs]
        if any(len(want) < FEW or len(np.unique(want)) < FEW for want, _ in rows):
            continue
        along = f" along axis {axis}" if pairs[0].want.ndim > 1 else ""
        hint = "Look at where your loop, range or index begins: is it one off?"
        if all(same(want[:-1], have[1:]) for want, have in rows):
            return Resemblance(words=f"Your result is the expected one, moved on by one place{along}", hint=hint)
        if all(same(want[1:], have[:-1]) for want, have in rows):
            return Resemblance(words=f"Your result is the expected one, moved back by one place{along}", hint=hint)
        if all(same(want[::-1], have) for want, have in rows):
            return Resemblance(
                words=f"Your result is the expected one, back to front{along}", hint="Look at the order."
            )
    return None


def _repeated_end(pairs: Sequence[Pair]) -> Resemblance | None:
    """The last entry repeats the one before it, as an index beyond the end does."""
    if any(pair.want.ndim != 1 or pair.want.size < FEW or not same(pair.want[:-1], pair.have[:-1]) for pair in pairs):
        return None
    if all(pair.have[-1] == pair.have[-2] for pair in pairs):
        return Resemblance(
            words="Only the last entry differs, and it repeats the one before it",
            hint="jax takes the last entry for an index beyond the end, without an error.",
        )
    return Resemblance(words="Only the last entry differs", hint=_at_an_end(pairs, -1, "ends"))


def _first_only(pairs: Sequence[Pair]) -> Resemblance | None:
    if any(pair.want.ndim != 1 or pair.want.size < FEW or not same(pair.want[1:], pair.have[1:]) for pair in pairs):
        return None
    return Resemblance(words="Only the first entry differs", hint=_at_an_end(pairs, 0, "begins"))


def _at_an_end(pairs: Sequence[Pair], place: int, word: str) -> str:
    """What to look at where one end alone differs: a number that is not finite was computed, and not left out."""
    import numpy as np

    if all(pair.have.dtype.kind in "fc" and not np.isfinite(pair.have[place]) for pair in pairs):
        return "It is no finite number: is it divided by 0, or does a number become too large for its type?"
    return f"Look at where your loop, range or slice {word}."


BY_PLACE = (transposed, _moved, _repeated_end, _first_only)
"""What the places of entries that differ may have in common."""
