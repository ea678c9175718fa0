"""Which classes of exception and causes there are for hints to go by, so that a misspelt one is found out."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from grader.explain import CAUSES
from grader.lint.names import names
from grader.model.spelling import nearest

if TYPE_CHECKING:
    from grader.model.exercise import Exercise

__all__ = ["KNOWN", "OF_JAX", "unknown"]

OF_JAX = (
    "ConcretizationTypeError",
    "InconclusiveDimensionOperation",
    "JAXIndexError",
    "JAXTypeError",
    "JaxRuntimeError",
    "JaxprTypeError",
    "KeyReuseError",
    "NonConcreteBooleanIndexError",
    "TracerArrayConversionError",
    "TracerBoolConversionError",
    "TracerIntegerConversionError",
    "UnexpectedTracerError",
    "XlaRuntimeError",
)
"""What jax calls its exceptions, written down since the grader imports no jax."""
_OF_LIBRARIES = ("AxisError", "FrozenInstanceError", "JSONDecodeError", "LinAlgError", "UnsupportedOperation")
"""Other classes that files meet without naming them."""
KNOWN = frozenset(
    {name for name, cls in vars(builtins).items() if isinstance(cls, type) and issubclass(cls, BaseException)}
    | {*OF_JAX, *_OF_LIBRARIES}
)
"""The classes of Python, of jax and of what jax uses."""


def unknown(exercise: Exercise) -> tuple[list[str], list[str]]:
    """Returns a sentence for each class that an exercise names and that is none: the misspelt, and the strange."""
    files = (exercise.starter, exercise.solution, exercise.fixtures, exercise.baselines)
    known = KNOWN.union(*map(names, files))
    named = [(name, f"hints: {name}") for name in exercise.hints if name not in CAUSES]
    for check in exercise.checks:
        named += [(name, f"{check.name}: {name}") for name in getattr(check, "exceptions", ())]
    misspelt, strange = [], []
    for name, where in named:
        if name in known:
            continue
        if near := nearest(name, CAUSES if "-" in name else KNOWN):
            misspelt.append(
                f"{where} is no exception of Python, of jax or of the exercise's files; did you mean '{near}'?"
            )
        else:
            strange.append(f"{where} is no exception of Python, of jax or of the exercise's files; is it told at all?")
    return misspelt, strange
