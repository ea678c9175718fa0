"""Places that can hold state, how they looked at one moment, and what differs between two moments."""

from __future__ import annotations

import operator
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from grader.worker.purity.marks import ABSENT, Look

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["NOTHING", "Change", "Fingerprint", "Place", "changes"]

NOTHING = Look("nothing", "a name")
_STEPS = "[.<({"  # how the ways from a place to its parts begin


class Place(NamedTuple):
    """A place that can hold state: its variable's name, and the words that tell a student which place it is."""

    name: str
    words: str


class Change(NamedTuple):
    """A place that looks different in two fingerprints."""

    path: str
    place: Place
    before: Look
    after: Look

    @property
    def kind(self) -> str:
        """The finding that the change makes."""
        return self.before.kind if self.after == ABSENT else self.after.kind


@dataclass(eq=False)
class Fingerprint:
    """How each place looked. ``tracers`` are places that held a tracer.

    ``modules`` holds, for each module of others, which object each of its names meant. ``kept`` holds
    the objects that were compared by identity, so that no other can take their address. ``holders`` are
    the objects with parts and the NumPy arrays: by address, their path and themselves.
    """

    looks: dict[str, Look] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    tracers: dict[str, Place] = field(default_factory=dict)
    modules: dict[str, dict[str, object]] = field(default_factory=dict)
    kept: list[object] = field(default_factory=list)
    holders: dict[int, tuple[str, Any]] = field(default_factory=dict)

    def add(self, path: str, place: Place, look: Look) -> None:
        """Records one place."""
        self.looks[path] = look
        self.places[path] = place


def changes(before: Fingerprint, after: Fingerprint) -> list[Change]:
    """Returns the places that look different, those of ``before`` first; of nested ones the outermost only."""
    places = {**after.places, **before.places}
    found = []
    for path, place in places.items():
        old, new = before.looks.get(path, ABSENT), after.looks.get(path, ABSENT)
        if (old.shown, old.exact) != (new.shown, new.exact):
            found.append(Change(path, place, old, new))
    paths = {change.path for change in found}
    found = [change for change in found if not any(outer in paths for outer in _outer(change.path))]
    for module, names in before.modules.items():
        found += _renamed(module, names, after.modules.get(module, names))
    return found


def _outer(path: str) -> Iterator[str]:
    """The paths that a path goes through."""
    return (path[:index] for index, letter in enumerate(path) if letter in _STEPS)


def _renamed(module: str, before: dict[str, object], after: dict[str, object]) -> Iterator[Change]:
    """Names of another module that mean something else. Its submodules come and go with lazy imports."""
    if before.keys() == after.keys() and all(map(operator.is_, before.values(), after.values())):
        return
    for name in {**before, **after}:
        if before.get(name) is not after.get(name) and not (name.startswith("_") or f"{module}.{name}" in sys.modules):
            words = f"the name `{module}.{name}`"
            old, new = (Look("something", "") if name in side else NOTHING for side in (before, after))
            yield Change(words, Place(f"{module}.{name}", words), old, new)
