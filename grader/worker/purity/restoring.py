"""Puts back all that the student's file can reach, after a run that saw it changed on purpose."""

from __future__ import annotations

import contextlib
import types
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.worker.purity.fingerprints import CAP, own_attributes
from grader.worker.purity.marks import of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.worker.purity.places import Fingerprint

__all__ = ["put_back"]

_SEQUENCES = (list, deque, set, bytearray)


@contextmanager
def put_back(state: Fingerprint, names: dict[str, Any]) -> Iterator[None]:
    """Remembers what the holders of a fingerprint and the globals hold, and has them hold it again at the end."""
    restore = [_contents(names)]
    for _, held in state.holders.values():
        restore += _restorers(held)
    try:
        yield
    finally:
        for one in restore:
            one()


def _restorers(held: Any) -> Iterator[Callable[[], None]]:  # noqa: ANN401 - anything that has parts
    if of(held, (dict, np.ndarray, *_SEQUENCES)):
        if not of(held, np.ndarray) or (held.nbytes <= CAP and held.flags.writeable):
            yield _contents(held)
    elif of(held, types.FunctionType):
        yield from (_cell(cell) for cell in held.__closure__ or ())
    if not of(held, types.ModuleType):
        yield _attributes(held)


def _contents(held: Any) -> Callable[[], None]:  # noqa: ANN401 - a container or array
    if of(held, np.ndarray):
        array = held.copy()

        def restore() -> None:
            held[...] = array

    elif of(held, dict):
        entries = dict(dict.items(held))

        def restore() -> None:
            if _differ(entries, dict(dict.items(held))):
                dict.clear(held)
                dict.update(held, entries)

    else:
        kind: Any = next(kind for kind in _SEQUENCES if of(held, kind))
        items = list(kind.__iter__(held))

        def restore() -> None:
            now = list(kind.__iter__(held))
            if len(now) != len(items) or any(one is not other for one, other in zip(items, now, strict=True)):
                kind.clear(held)
                (kind.update if kind is set else kind.extend)(held, items)

    return restore


def _cell(cell: types.CellType) -> Callable[[], None]:
    held = [cell.cell_contents] if _filled(cell) else []

    def restore() -> None:
        if held:
            cell.cell_contents = held[0]
        elif _filled(cell):
            del cell.cell_contents

    return restore


def _filled(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - an empty cell raises
    except ValueError:
        return False
    return True


def _attributes(held: Any) -> Callable[[], None]:  # noqa: ANN401 - a class, a function, an instance
    base: Any = type if of(held, type) else object
    entries = _own(held)

    def restore() -> None:
        now = _own(held)
        if not _differ(entries, now):
            return
        with contextlib.suppress(AttributeError, TypeError):  # what cannot be set was not set either
            for name in now.keys() - entries.keys():
                base.__delattr__(held, name)
            for name, value in entries.items():
                if now.get(name, base) is not value:
                    base.__setattr__(held, name, value)

    return restore


def _own(held: Any) -> dict[str, Any]:  # noqa: ANN401 - a class, a function, an instance
    return dict(vars(held)) if of(held, type) else own_attributes(held)


def _differ(left: dict[Any, Any], right: dict[Any, Any]) -> bool:
    """Whether two dicts hold other objects, or the same in another order."""
    if len(left) != len(right):
        return True
    pairs = zip(left.items(), right.items(), strict=True)
    return any(key is not other or value is not held for (key, value), (other, held) in pairs)
