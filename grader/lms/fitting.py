"""Makes what a platform is told fit there: finite numbers, short texts, names that are there once, a small whole."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from grader.reports.plain import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["LONGEST", "cut", "encoded", "finite", "fitted", "one_line", "unique"]

LONGEST: Final = (20_000, 4_000, 1_000, 200, 40)
"""Characters that one text may have, the most generous first: the next is tried where the whole becomes too large."""
_NAME: Final = 200
_MOST: Final = Fraction(10**15)  # above, not every whole number is a float
_DIGITS: Final = 6
_BYTES: Final = 900_000  # less than 1 MB, which PrairieLearn, Autolab and sandboxes of Moodle allow


def finite(value: float | Fraction) -> float:
    """Returns points or seconds as they can be written anywhere: not below 0, not endless, with six digits."""
    if isinstance(value, float) and math.isnan(value):
        return 0.0
    return round(float(min(max(value, 0), _MOST)), _DIGITS)


def cut(text: str, longest: int) -> str:
    """Returns the text cleaned and with at most so many characters, and a note of how many more there are."""
    text = clean(text)
    if len(text) <= longest:
        return text
    return f"{text[:longest]} … ({len(text) - longest} more characters are not shown)"


def one_line(text: str, longest: int = _NAME) -> str:
    """Returns the text as a name: cleaned, on one line, not too long."""
    text = " ".join(clean(text).split())
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def unique(names: Iterable[str]) -> tuple[str, ...]:
    """Returns the names in their order, with a number added to those that were there before."""
    found: dict[str, None] = {}
    for name in names:
        new, at = name, 1
        while new in found:
            at += 1
            new = f"{name} ({at})"
        found[new] = None
    return tuple(found)


def encoded(tree: object) -> bytes:
    """Returns plain data as one line of JSON, in ASCII. Raises ValueError for what is not a number."""
    return json.dumps(tree, allow_nan=False).encode("ascii") + b"\n"


def fitted(make: Callable[[int], bytes], most: int = _BYTES) -> bytes:
    """Returns what ``make`` makes with texts as long as they may be for the whole to have at most so many bytes."""
    made = b""
    for longest in LONGEST:
        made = make(longest)
        if len(made) <= most:
            break
    return made
