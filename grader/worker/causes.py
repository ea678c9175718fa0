"""Why a program was not in the cache: one compilation's arguments against those of earlier ones, in words."""

from __future__ import annotations

import functools
import weakref
from dataclasses import dataclass, field
from types import MethodType
from typing import TYPE_CHECKING, Any

import jax

from grader.worker.arguments import arguments, differences

if TYPE_CHECKING:
    from grader.worker.arguments import Argument
    from grader.worker.misses import Miss

__all__ = ["FIRST", "History", "settings"]

FIRST = "first compilation"


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

    def cause(self, miss: Miss) -> str:
        """Says why this call was not in the cache, and remembers it for the next."""
        entry = _Entry(function=_held(miss.function), arguments=arguments(miss), settings=settings())
        earlier = self.entries.setdefault((*miss.source, type(miss.function).__name__, _wrapped(miss.function)), [])
        try:
            return _cause(miss, entry, earlier)
        finally:
            earlier.append(entry)


def settings() -> dict[str, Any]:
    """The settings of jax that hold at this moment, in this thread."""
    return {name: getattr(jax.config, name, value) for name, value in jax.config.values.items()}


def _cause(miss: Miss, entry: _Entry, earlier: list[_Entry]) -> str:
    if miss.how == "ahead of time":
        return "compiled ahead of time"
    if miss.kind == "eager":
        again = ", compiled again for another type, shape or size"
        return f"an operation outside jit{again if earlier else ''}"
    if not earlier:
        return FIRST if miss.kind == "jit" else f"{FIRST} of a loop outside jit"
    same = [old for old in earlier if miss.function is None or _is(old.function, miss.function)]
    if not same:
        return _new_object(miss)
    nearest = min(reversed(same), key=lambda old: len(differences(old.arguments, entry.arguments)))
    found = differences(nearest.arguments, entry.arguments)
    if found:
        return "; ".join(found)
    if miss.kind == "loop":
        what = "`lax.cond`" if miss.source[2] == "cond" else "loop"
        return f"this {what} runs outside jit, so its functions are new on each call"
    if miss.how == "transformed":
        return "differentiated or vmapped outside jit, which compiles programs of its own"
    changed = [name for name, value in entry.settings.items() if nearest.settings.get(name) != value]
    if changed:
        return f"the jax setting {changed[0]} changed"
    return "nothing about the arguments changed: the compilation cache was cleared"


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


def _new_object(miss: Miss) -> str:
    """Names the kind of function object that is new on each call, and where its code stands."""
    function, (_, line, name) = miss.function, miss.source
    if isinstance(function, functools.partial):
        kind = f"a functools.partial of `{name}`"
    elif isinstance(function, MethodType):
        kind = f"the bound method `{name}`"
    elif _wrapped(function):
        kind = f"a wrapper of `{name}`"
    elif name == "<lambda>":
        kind = "a lambda"
    elif name == "__call__":
        kind = f"a `{type(function).__name__}` object"
    else:
        kind = f"`{name}`, which is defined anew each time"
    return f"a new function object on each call: {kind} (line {line})"
