"""The exercise's fixtures.py, run beside the submission, and the values it provides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.worker.placing import placed

if TYPE_CHECKING:
    from types import ModuleType

    from grader.model.values import Fixture

__all__ = ["FILE", "provided"]

FILE = "fixtures.py"


def provided(fixture: Fixture, module: ModuleType | None) -> object:
    """The object of this name in fixtures.py, or what it returns for the fixture's arguments.

    Raises LookupError where there is none, and what the function raises.
    """
    if not hasattr(module, fixture.name):
        raise LookupError(f"{FILE} defines no {fixture.name}")
    found: object = getattr(module, fixture.name)
    if fixture.arguments is None:
        return found
    if not callable(found):
        raise TypeError(f"{fixture.name} of {FILE} takes no arguments: it is not a function")
    return found(*(placed(argument, lambda inner: provided(inner, module)) for argument in fixture.arguments))
