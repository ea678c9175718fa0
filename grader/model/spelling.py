"""Which word a misspelt one was meant to be, told to whoever wrote it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["either", "meant", "nearest"]


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Returns the one of ``words`` that ``word`` was most likely meant to be; None where none is near.

    Case and the order of parts do not matter: ``static_abs`` is near ``abs_static``.
    """
    spelt = {candidate.lower(): candidate for candidate in words}
    low = word.lower().replace("-", "_")
    for candidate, original in spelt.items():
        if sorted(candidate.split("_")) == sorted(low.split("_")):
            return original
    found = difflib.get_close_matches(low, spelt, n=1, cutoff=0.65)
    return spelt[found[0]] if found else None


def meant(word: str, words: Iterable[str]) -> str:
    """Returns ``; did you mean 'x'?``, or where nothing is near the words there are."""
    known = tuple(words)
    near = nearest(word, known)
    if near is not None:
        return f"; did you mean '{near}'?"
    return f"; known: {', '.join(known)}" if known else ""


def either(words: Iterable[str]) -> str:
    """Returns ``'a', 'b' or 'c'``."""
    quoted = [f"'{word}'" for word in words]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}" if len(quoted) > 1 else "".join(quoted)
