"""Why a program was not in the cache: one compilation's arguments against those of earlier ones."""

from __future__ import annotations

import functools
import weakref
from dataclasses import dataclass, field
from types import MethodType
from typing import TYPE_CHECKING, Any

import jax

from grader.model.incidents import (
    AheadOfTime,
    CacheCleared,
    FirstCompilation,
    LoopOutsideJit,
    NewFunction,
    OutsideJit,
    SettingChanged,
    Transformed,
)
from grader.worker.arguments import arguments, differences

if TYPE_CHECKING:
    from grader.model.incidents import Cause
    from grader.worker.arguments import Argument
    from grader.worker.misses import Miss

__all__ = ["History", "settings"]


@dataclass(frozen=True, kw_only=True, eq=False)
class _Entry:
    """An earlier compilation. The function is held weakly: a strong reference would keep jax's cache entry alive."""

    function: weakref.ref[Any] | None
    arguments: dict[str, Argument]
    settings: dict[str, Any]


@dataclass(eq=False)
class History:
    """The compilations of a worker so far, by source: it only grows, and holds none of the student's objects."""

    entries: dict[tuple[str, int, str, str, bool], list[_Entry]] = field(default_factory=dict)
    begun: dict[str, Any] = field(default_factory=dict)
    """The settings of jax before the first call that was counted."""

    def causes(self, miss: Miss) -> tuple[Cause, ...]:
        """Tells why this call was not in the cache, and remembers it for the next."""
        entry = _Entry(function=_held(miss.function), arguments=arguments(miss), settings=settings())
        earlier = self.entries.setdefault((*miss.source, type(miss.function).__name__, _wrapped(miss.function)), [])
        try:
            return _causes(miss, entry, earlier)
        finally:
            earlier.append(entry)


def settings() -> dict[str, Any]:
    """The settings of jax that hold at this moment, in this thread."""
    return {name: getattr(jax.config, name, value) for name, value in jax.config.values.items()}


def _causes(miss: Miss, entry: _Entry, earlier: list[_Entry]) -> tuple[Cause, ...]:
    if miss.how == "ahead of time":
        return (AheadOfTime(),)
    if miss.kind == "eager":
        return (OutsideJit(again=bool(earlier)),)
    if not earlier:
        return (FirstCompilation(),)
    same = [old for old in earlier if miss.function is None or _is(old.function, miss.function)]
    if not same:
        return (_new_function(miss),)
    nearest = min(reversed(same), key=lambda old: len(differences(old.arguments, entry.arguments)))
    found = differences(nearest.arguments, entry.arguments)
    if found:
        return tuple(found)
    if miss.kind == "loop":
        return (LoopOutsideJit(cond=miss.source[2] == "cond"),)
    if miss.how == "transformed":
        return (Transformed(),)
    changed = [name for name, value in entry.settings.items() if nearest.settings.get(name) != value]
    return (SettingChanged(name=changed[0]) if changed else CacheCleared(),)


def _wrapped(function: object) -> bool:
    """Whether the function stands in for another one, as those do that ``jax.vmap`` and decorators return."""
    return hasattr(function, "__wrapped__")


def _held(function: object) -> weakref.ref[Any] | None:
    try:
        return weakref.ref(function) if function is not None else None
    except TypeError:
        return None


def _is(held: weakref.ref[Any] | None, function: object) -> bool:
    return held is not None and held() is function


def _new_function(miss: Miss) -> NewFunction:
    """The kind of function object that is new on each call, and where its code stands."""
    function, (_, line, name) = miss.function, miss.source
    if isinstance(function, functools.partial):
        return NewFunction(form="partial", name=name, line=line)
    if isinstance(function, MethodType):
        return NewFunction(form="method", name=name, line=line)
    if _wrapped(function):
        return NewFunction(form="wrapper", name=name, line=line)
    if name == "<lambda>":
        return NewFunction(form="lambda", name=name, line=line)
    if name == "__call__":
        return NewFunction(form="object", name=type(function).__name__, line=line)
    return NewFunction(form="function", name=name, line=line)
