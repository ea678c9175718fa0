"""What one file may use where there is little time and memory for all of it: never more than its exercise says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from grader.model.check import Broken

if TYPE_CHECKING:
    from grader.model.exercise import Exercise

__all__ = ["fitted"]

_OURS: Final = 350 << 20
"""Bytes that grading holds besides what files themselves take: measured by tests/benchmarks/container.py."""
_LEAST: Final = 256 << 20
"""Bytes below which jax compiles nothing."""
_SMALLEST: Final = 384 << 20
"""Bytes of a container below which time goes into reading libraries again and again, and right files come too late."""
_SHARE: Final = 0.4
"""Of the time that is left: who never ends is told so, instead of keeping all checks from being reached."""


def fitted(exercise: Exercise, *, memory: int | None, seconds: float) -> Exercise:
    """Returns the exercise with limits that ``seconds`` and ``memory`` (bytes, of all processes) have room for.

    Raises Broken where there is too little memory for any.
    """
    if memory is not None and memory < _SMALLEST:
        raise Broken(
            f"this container has {memory >> 20} MiB of memory, and grading takes {_SMALLEST >> 20} MiB at least"
        )
    limits = exercise.limits
    wall = min(limits.wall, max(1.0, _SHARE * seconds))
    most = limits.memory if memory is None else min(limits.memory, max(_LEAST, memory - _OURS))
    return msgspec.structs.replace(exercise, limits=msgspec.structs.replace(limits, wall=wall, memory=most))
