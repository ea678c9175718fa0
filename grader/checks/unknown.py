"""A check's words that name nothing of its exercise, with what may have been meant: problems, as checks return them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model.spelling import meant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grader.model.exercise import Exercise

__all__ = ["unknown_cases", "unknown_parameters"]


def unknown_cases(exercise: Exercise, words: Iterable[str], field: str = "cases") -> list[tuple[str, str]]:
    """Returns a problem for each word that is neither a case's name nor a tag."""
    known = dict.fromkeys(word for case in exercise.cases for word in (case.name, case.tag) if word)
    return [(field, f"no case or tag is called {word!r}{meant(word, known)}") for word in words if word not in known]


def unknown_parameters(exercise: Exercise, words: Iterable[str], field: str) -> list[tuple[str, str]]:
    """Returns a problem for each word that is no parameter given by position."""
    known = exercise.signature.positional
    return [(field, f"{word!r} is no positional parameter{meant(word, known)}") for word in words if word not in known]
