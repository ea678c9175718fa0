"""The exercise's fixtures.py, run beside the submission, and the values it provides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model.answers import Raised
from grader.worker.calling import guarded
from grader.worker.failures import told
from grader.worker.placing import placed

if TYPE_CHECKING:
    from types import ModuleType

    from grader.model.values import Fixture

__all__ = ["FILE", "FixtureError", "provided"]

FILE = "fixtures.py"


class FixtureError(Exception):
    """fixtures.py did not provide what was asked; ``raised`` is the answer that says why."""

    def __init__(self, raised: Raised) -> None:
        super().__init__(raised.failure.message)
        self.raised = raised


def provided(fixture: Fixture, module: ModuleType | None) -> object:
    """The object of this name in fixtures.py, or what it returns for the fixture's arguments.

    Raises FixtureError where there is none, or the function raises.
    """
    if not hasattr(module, fixture.name):
        raise FixtureError(told("fixture", "NameError", f"{FILE} defines no `{fixture.name}`."))
    found: object = getattr(module, fixture.name)
    if fixture.arguments is None:
        return found
    if not callable(found):
        raise FixtureError(told("fixture", "TypeError", f"`{fixture.name}` of {FILE} is not a function."))
    arguments = [placed(argument, lambda inner: provided(inner, module)) for argument in fixture.arguments]
    made = guarded(lambda: found(*arguments), "fixture", FILE)
    if isinstance(made, Raised):
        raise FixtureError(made)
    return made
