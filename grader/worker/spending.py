"""Writes down what is done with random keys: each key by its words, what with it, where, how often."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import jax

from grader.model.key_use import KeyUse
from grader.worker.private import plainly, to_numpy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model.key_use import Act

__all__ = ["Place", "Spending", "Spot"]

Place = tuple["Act", str, tuple[int, ...]]
"""What is done, by which function of jax.random, and the student's lines that led there."""

Spot = tuple[int | str, ...]
"""Where within that function."""

_MOST_TOLD: Final = 4_096

_key_data = jax.random.key_data


class Spending:
    """What was done with random keys so far."""

    def __init__(self) -> None:
        self._times: dict[tuple[str, Place], Counter[Spot]] = {}

    def note(self, keys: Sequence[object], place: Place, spot: Spot) -> None:
        """Writes down what is done with each of the keys."""
        for word in itertools.chain.from_iterable(map(_words, keys)):
            self._times.setdefault((word, place), Counter())[spot] += 1

    @property
    def uses(self) -> tuple[KeyUse, ...]:
        """What was done with keys, in the order in which each was first done.

        What one function of jax.random does with a key at two places of its own is one use. Of too many, those are told
        whose key is used more than once, and of each place the first ones.
        """
        often = Counter[str]()
        for (word, _), spots in self._times.items():
            often[word] += max(spots.values())
        met = Counter[Place]()
        ranked = []
        for number, (word, place) in enumerate(self._times):
            met[place] += 1
            ranked.append((often[word] == 1, met[place], number))
        told = {number for _, _, number in sorted(ranked)[:_MOST_TOLD]}
        return tuple(
            KeyUse(key=word, act=act, by=by, lines=lines, times=max(spots.values()))
            for number, ((word, (act, by, lines)), spots) in enumerate(self._times.items())
            if number in told
        )


def _words(keys: Any) -> Iterator[str]:  # noqa: ANN401 - a key array
    """The words of each key, in hexadecimal."""
    with plainly():
        data = to_numpy(_key_data(keys))
    for row in data.reshape(-1, data.shape[-1]):
        yield row.tobytes().hex()
