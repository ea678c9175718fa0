"""What else there is to tell of a submission's time: how it grows with size, and from which size on it pays."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any, Final

from grader.checks.blocks import seconds
from grader.model.values import Array, Mapping, Sequence

if TYPE_CHECKING:
    from collections.abc import Sequence as Ordered

    from grader.checks.contest import Contest
    from grader.checks.pairing import Standing
    from grader.checks.race import Race
    from grader.model.exercise import Case

__all__ = ["crossover", "elements", "measured", "sizes_in_words"]

_PAIRS: Final = 10


def measured(contest: Contest, case: Case, known: tuple[Race, Standing] | None = None) -> dict[str, Any]:
    """What a call takes on a case: its name, the elements of its largest array, the least seconds on either side.

    ``known`` is a race on it that has been run already.
    """
    race, now = known or contest.race(1.0, case, most=_PAIRS)
    return {
        "case": case.name,
        "size": max(map(elements, contest.example(case).positional), default=0),
        "submission": min(seconds(pair.submission, now.by) for pair in race.pairs),
        "baseline": min(seconds(pair.baseline, now.by) for pair in race.pairs),
    }


def elements(value: Any) -> int:  # noqa: ANN401 - any value of a call
    """The number of elements of the largest array in a value; 0 where there is none."""
    if isinstance(value, Array):
        return math.prod(value.shape)
    if isinstance(value, Sequence | Mapping):
        return max(map(elements, value.items), default=0)
    return 0


def crossover(sizes: Ordered[dict[str, Any]]) -> int | None:
    """The size from which the submission is the quicker one; None where it is so on all sizes, or on none.

    Between two sizes the logarithm of the ratio is taken to be linear in the logarithm of the size.
    """
    points = sorted((one["size"], math.log(one["baseline"] / one["submission"])) for one in sizes)
    found = None
    for (small, before), (large, after) in itertools.pairwise(points):
        if before < 0 <= after and 0 < small < large:
            part = before / (before - after)
            found = round(small * (large / small) ** part)
        elif before >= 0 > after:
            found = None
    return found


def sizes_in_words(sizes: Ordered[dict[str, Any]]) -> str:
    """Where the submission begins to pay, as a sentence with a space before; nothing without sizes."""
    if not sizes:
        return ""
    at = crossover(sizes)
    if at is not None:
        return f" It pays from about {_rounded(at):,} elements on."
    faster = [one["baseline"] >= one["submission"] for one in sizes]
    if all(faster):
        return " It pays on every size that was timed."
    return "" if any(faster) else " It pays on none of the sizes that were timed."


def _rounded(size: int) -> int:
    """A number with two digits that count: it is no more exact than that."""
    return round(size, 1 - int(math.log10(size))) if size > 0 else size
