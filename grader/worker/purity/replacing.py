"""Lends the student's file other objects for a while, where it imported the real ones by name."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

__all__ = ["rebound", "replaced"]


@contextmanager
def replaced(module: ModuleType, stand_ins: dict[int, Any]) -> Iterator[None]:
    """Replaces the globals of ``module`` whose ``id`` is a key of ``stand_ins``, and puts them back.

    A global that the file has rebound meanwhile is left as the file wants it.
    """
    names = vars(module)
    real = {name: value for name, value in names.items() if id(value) in stand_ins}
    for name, value in real.items():
        names[name] = stand_ins[id(value)]
    try:
        yield
    finally:
        for name, value in real.items():
            if names.get(name) is stand_ins[id(value)]:
                names[name] = value


@contextmanager
def rebound(module: ModuleType, name: str, value: object) -> Iterator[None]:
    """Gives one global another value, and puts the old one back whatever the file did to it meanwhile."""
    names = vars(module)
    real = names[name]
    names[name] = value
    try:
        yield
    finally:
        names[name] = real
