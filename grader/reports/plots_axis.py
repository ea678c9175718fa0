"""A logarithmic axis: equal distances are equal ratios, whatever it spans; it chooses its own ticks."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Axis", "axis"]

_MARGIN = 0.06  # of the span, left free at either end
_NARROWEST = 1.25  # the least ratio from end to end, so that mere noise does not fill a picture
_NARROW = 6.0  # up to this ratio from end to end the ticks may be evenly spaced numbers
_SHARE = 3  # beside what may be left out, the rest keeps at least this part of the axis: a third
_STEPS = ("1", "2", "2.5", "5")
_MOST = 24  # ticks that any axis could have


class Axis(msgspec.Struct, frozen=True, kw_only=True):
    """Where values lie between ``start`` and ``end``, in pixels; ``low`` and ``high`` are the values there."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...] = ()

    def at(self, value: float) -> float:
        """Returns the pixel of a value."""
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)

    def shows(self, value: float) -> bool:
        """Returns whether a value lies on the axis."""
        return self.low <= value <= self.high


def axis(values: Iterable[float], start: float, end: float, *, gap: float, perhaps: Iterable[float] = ()) -> Axis:
    """Returns an axis that shows all of these values, its ticks at least ``gap`` pixels apart.

    It shows those of ``perhaps``, too, unless the others would shrink to a spot.
    """
    values = tuple(values)
    bare = _spanning(values, start, end)
    whole = _spanning((*values, *perhaps), start, end)
    chosen = whole if whole.high / whole.low < (bare.high / bare.low) ** _SHARE else bare
    return Axis(low=chosen.low, high=chosen.high, start=start, end=end, ticks=_ticks(chosen, gap))


def _spanning(values: tuple[float, ...], start: float, end: float) -> Axis:
    """An axis without ticks, a little longer than the values need."""
    low, high = min(values), max(values)
    widened = math.sqrt(max(1.0, _NARROWEST / (high / low))) * (high / low) ** _MARGIN
    return Axis(low=low / widened, high=high * widened, start=start, end=end)


def _ticks(along: Axis, gap: float) -> tuple[float, ...]:
    """Round numbers: the most that keep apart."""
    for numbers in _series(along.low, along.high):
        shown = tuple(number for number in numbers if along.shows(number))
        if all(abs(along.at(one) - along.at(other)) >= gap for one, other in pairwise(shown)):
            return shown
    return ()


def _series(low: float, high: float) -> Iterator[list[float]]:
    """Series of round numbers around a range, from fine to coarse."""
    if high / low <= _NARROW:
        least = (high - low) / _MOST
        for exponent in range(math.floor(math.log10(least)), math.ceil(math.log10(high)) + 1):
            for step in (_written(factor, exponent) for factor in _STEPS):
                if step >= least:
                    steps = range(math.ceil(low / step), math.floor(high / step) + 1)
                    yield [float(f"{number * step:.12g}") for number in steps]
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    yield [_written(factor, exponent) for exponent in decades for factor in ("1", "2", "5")]
    for stride in range(1, len(decades) + 1):
        yield [_written("1", exponent) for exponent in decades if exponent % stride == 0]


def _written(factor: str, exponent: int) -> float:
    """The number that is written so: exact where a product would be off by a digit."""
    return float(f"{factor}e{exponent}")
