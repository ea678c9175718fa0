"""One place that can be written: what it holds can be read, and replaced by something recognisable."""

from __future__ import annotations

import types
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.worker.purity.differing import differing
from grader.worker.purity.executing import UNKNOWN
from grader.worker.purity.fingerprints import key_text, own_attributes
from grader.worker.purity.marks import leaf_look, of
from grader.worker.purity.places import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.worker.purity.executing import Executed
    from grader.worker.purity.places import Fingerprint

__all__ = ["Slot", "same", "slots"]

_CONTENTS: tuple[Any, ...] = (dict, set, list, deque, bytearray, np.ndarray)
_CAP = 1 << 24  # bytes


@dataclass(frozen=True)
class Slot:
    """A place by its holder: an ``entry`` or ``attribute`` called ``key``, a ``cell``, or all the ``contents``."""

    place: Place
    path: str
    how: str
    holder: Any
    key: Any

    def read(self) -> Any:  # noqa: ANN401 - whatever is held
        """Returns what is there: a copy where it is the contents; UNKNOWN where nothing is."""
        if self.how == "entry":
            kind = dict if of(self.holder, dict) else list
            try:
                return kind.__getitem__(self.holder, self.key)
            except (KeyError, IndexError, TypeError):
                return UNKNOWN
        if self.how == "attribute":
            return _attributes(self.holder).get(self.key, UNKNOWN)
        if self.how == "cell":
            return self.holder.cell_contents
        return _kind(self.holder).copy(self.holder)

    def write(self, value: Any) -> None:  # noqa: ANN401 - whatever is to be held
        """Puts a value there, past all methods of the file."""
        if self.how == "entry":
            kind = dict if of(self.holder, dict) else list
            kind.__setitem__(self.holder, self.key, value)
        elif self.how == "attribute":
            (type if of(self.holder, type) else object).__setattr__(self.holder, self.key, value)
        elif self.how == "cell":
            self.holder.cell_contents = value
        elif of(self.holder, np.ndarray):
            self.holder[...] = value
        else:
            base = _kind(self.holder)
            base.clear(self.holder)
            (base.update if base in (dict, set) else base.extend)(self.holder, value)

    def other(self, home: str) -> Any:  # noqa: ANN401 - whatever can be held
        """Returns something else that could be there, None where nothing can be made up."""
        value = self.read()
        if self.how != "contents":
            return _other(value, home)
        if of(value, np.ndarray):
            return differing(value, home)
        if of(value, bytearray):
            return bytearray((byte + 1) % 256 for byte in value)
        if of(value, set):
            return set() if value else {UNKNOWN}
        if of(value, dict):
            return {key: _other(item, home) for key, item in dict.items(value)} or {UNKNOWN: UNKNOWN}
        return [_other(item, home) for item in value] or [UNKNOWN]


def slots(stored: Executed, state: Fingerprint, names: dict[str, Any]) -> Iterator[Slot]:
    """Yields the places, of those that were there before, which a store may have written.

    ``names`` are the globals of the file. Where the holder is unknown it may be any that has such a key.
    """
    if stored.how == "global" or stored.holder is names:
        yield from _slot(state, "", names, "entry", stored.key)
    elif stored.how == "cell":
        yield from _cells(stored, state)
    elif stored.holder is UNKNOWN:
        held = state.holders.values() if stored.how != "contents" and stored.key is not UNKNOWN else ()
        for path, holder in held:
            if of(holder, dict) == (stored.how == "entry"):
                yield from _slot(state, path, holder, stored.how, stored.key)
    elif id(stored.holder) in state.holders:
        yield from _slot(state, *state.holders[id(stored.holder)], stored.how, stored.key)
    elif stored.how == "entry" and of(stored.holder, dict):
        yield from _behind(stored, state)


def same(left: Any, right: Any) -> bool:  # noqa: ANN401 - whatever slots hold
    """Tells whether two values look the same, or are one object where they have no look of their own."""
    if type(left) is not type(right):
        return False
    look = leaf_look(left, cap=_CAP)
    return left is right if look is None else look == leaf_look(right, cap=_CAP)


def _behind(stored: Executed, state: Fingerprint) -> Iterator[Slot]:
    """The attribute that is an entry of the dict behind an object."""
    for path, holder in state.holders.values():
        try:
            found = object.__getattribute__(holder, "__dict__") is stored.holder
        except AttributeError:
            continue
        if found:
            yield from _slot(state, path, holder, "attribute", stored.key)


def _cells(stored: Executed, state: Fingerprint) -> Iterator[Slot]:
    for path, held in state.holders.values():
        if of(held, types.FunctionType) and held.__code__ is stored.holder:
            inner = f"{path}<{stored.key}>"
            cell = held.__closure__[stored.holder.co_freevars.index(stored.key)]
            if inner in state.places:
                yield Slot(state.places[inner], inner, "cell", cell, stored.key)


def _slot(state: Fingerprint, path: str, holder: Any, how: str, key: Any) -> Iterator[Slot]:  # noqa: ANN401
    """The slot, or that of the holder's contents where the key is unknown or no single one."""
    if of(holder, types.ModuleType) and how == "attribute":
        name = f"{path}.{key}"
        yield from _there(Slot(Place(name, f"the name `{name}`"), name, "entry", vars(holder), key))
        return
    if how == "attribute":
        inner = f"{path}.{key}"
    elif of(holder, dict) and how == "entry" and key is not UNKNOWN:
        inner = f"{path}[{key_text(key)}]" if path else str(key)
    elif of(holder, list) and how == "entry" and type(key) is int:
        key = key + len(holder) if key < 0 else key
        inner = f"{path}[{key}]"
    elif of(holder, _CONTENTS) and path in state.places:
        yield Slot(state.places[path], path, "contents", holder, None)
        return
    else:
        return
    if inner in state.places:
        yield from _there(Slot(state.places[inner], inner, how, holder, key))


def _there(slot: Slot) -> Iterator[Slot]:
    if slot.read() is not UNKNOWN:
        yield slot


def _kind(holder: Any) -> Any:  # noqa: ANN401 - the built-in class of a container
    return next(kind for kind in _CONTENTS if of(holder, kind))


def _attributes(holder: Any) -> dict[str, Any]:  # noqa: ANN401 - a class, a function or an instance
    return dict(vars(holder)) if of(holder, type) else own_attributes(holder)


def _other(value: Any, home: str) -> Any:  # noqa: ANN401 - any value
    """Something else of the same sort where that can be had, else an object like no other."""
    other = differing(value, home)
    if other is None and type(value) in (str, tuple):
        other = value + ("_" if type(value) is str else (UNKNOWN,))
    elif other is None and type(value) in (list, dict, set, deque):
        other = value.copy()
    return object() if other is None or same(other, value) else other
