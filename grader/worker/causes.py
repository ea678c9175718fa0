"""Why a program was not in the cache: one compilation's arguments against those of earlier ones, in words."""

from __future__ import annotations

import functools
import inspect
import weakref
from dataclasses import dataclass, field
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

import jax

if TYPE_CHECKING:
    from grader.worker.misses import Miss

__all__ = ["FIRST", "History", "settings"]

FIRST = "first compilation"
_LONGEST = 60


@dataclass(frozen=True, kw_only=True)
class _Leaf:
    """An array or number of an argument: its type as jaxprs print it, what it is in Python, where it lies."""

    type: str
    origin: str
    weak: bool
    place: str

    @property
    def words(self) -> str:
        if self.origin in {"int", "float", "bool", "complex"}:
            return f"a Python {self.origin}"
        return f"an array {self.type}"


@dataclass(frozen=True, kw_only=True)
class _Argument:
    """One argument: how it was passed, and its leaves (or, where it is static, its text and what it is found by)."""

    by_keyword: bool
    static: bool
    text: str = ""
    made: str = ""
    hashed: int = 0
    tree: str = ""
    leaves: tuple[tuple[str, _Leaf], ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class _Entry:
    """An earlier compilation. The function is held weakly: a strong reference would keep jax's cache entry alive."""

    function: weakref.ref[Any] | None
    arguments: dict[str, _Argument]
    settings: dict[str, Any]


@dataclass(eq=False)
class History:
    """The compilations of a worker so far, by source: it only grows, and holds none of the student's objects."""

    entries: dict[tuple[str, int, str, str, bool], list[_Entry]] = field(default_factory=dict)

    def cause(self, miss: Miss) -> str:
        """Says why this call was not in the cache, and remembers it for the next."""
        entry = _Entry(function=_held(miss.function), arguments=_arguments(miss), settings=settings())
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
    nearest = min(reversed(same), key=lambda old: len(_differences(old, entry)))
    found = _differences(nearest, entry)
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


def _arguments(miss: Miss) -> dict[str, _Argument]:
    """The arguments by the parameter names of the function, as far as they can be told."""
    names = _names(miss)
    found = {}
    for position, value in enumerate(miss.positional):
        name = names[position] if position < len(names) else f"#{position + 1}"
        static = position in miss.static_positions or name in miss.static_names
        found[name] = _argument(value, by_keyword=False, static=static)
    for name, value in (miss.keyword or {}).items():
        position = names.index(name) if name in names else -1
        static = name in miss.static_names or position in miss.static_positions
        found[name] = _argument(value, by_keyword=True, static=static)
    return found


def _names(miss: Miss) -> list[str]:
    if miss.function is None:
        return []
    try:
        parameters = inspect.signature(miss.function).parameters.values()
    except (TypeError, ValueError):
        return []
    named = {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD}
    return [parameter.name for parameter in parameters if parameter.kind in named]


def _argument(value: object, *, by_keyword: bool, static: bool) -> _Argument:
    if static:
        return _Argument(by_keyword=by_keyword, static=True, text=_shown(value), made=_made(value), hashed=hash(value))
    leaves, tree = jax.tree_util.tree_flatten_with_path(value)
    told = tuple((jax.tree_util.keystr(path), _leaf(leaf)) for path, leaf in leaves)
    return _Argument(by_keyword=by_keyword, static=False, tree=str(tree), leaves=told)


def _tree(argument: _Argument) -> str:
    """A container's structure with a star for each array, short enough for a sentence."""
    text = argument.tree.removeprefix("PyTreeDef(").removesuffix(")")
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 3]}… of {len(argument.leaves)} parts"


def _leaf(value: object) -> _Leaf:
    aval: Any = jax.typeof(value)
    place = ""
    if isinstance(value, jax.Array) and not isinstance(value, jax.core.Tracer):
        place = f"{value.committed} {value.sharding}"
    return _Leaf(
        type=aval.str_short(short_dtypes=True),
        origin=type(value).__name__,
        weak=bool(getattr(aval, "weak_type", False)),
        place=place,
    )


def _shown(value: object) -> str:
    """A static value as its class prints it; where that is the default, an address, by its attributes."""
    text = repr(value)
    if type(value).__repr__ is object.__repr__:
        attributes = ", ".join(f"{name}={held!r}" for name, held in getattr(value, "__dict__", {}).items())
        text = f"{type(value).__name__}({attributes})" if attributes else type(value).__name__
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _made(value: object) -> str:
    """What a static value is, where jax tells it from others by which object it is; "" where its contents count."""
    if isinstance(value, tuple | list):
        return next(filter(None, map(_made, value)), "")
    cls = type(value)
    if cls.__eq__ is not object.__eq__:
        return ""
    if isinstance(value, FunctionType):
        name = "a lambda" if value.__name__ == "<lambda>" else f"`{value.__name__}`, which is defined anew each time"
        return f"{name} (line {value.__code__.co_firstlineno})"
    if isinstance(value, functools.partial):
        return f"a functools.partial of `{getattr(value.func, '__name__', type(value.func).__name__)}`"
    lacks = "no __eq__" if cls.__hash__ is not object.__hash__ else "no __eq__ and __hash__"
    return f"a `{cls.__name__}`, a class with {lacks}"


def _differences(old: _Entry, new: _Entry) -> list[str]:
    """What differs between two calls of one function, one phrase for each argument."""
    found = []
    if len(old.arguments) != len(new.arguments):
        found.append(f"{len(new.arguments)} arguments, where {len(old.arguments)} came before")
    for name, argument in new.arguments.items():
        before = old.arguments.get(name)
        if before is not None:
            found += _between(name, before, argument)
    return found


def _between(name: str, old: _Argument, new: _Argument) -> list[str]:
    """What differs between two values of one argument; nothing, or one phrase or more."""
    if old.static != new.static:
        return [f"{name} is {'static' if new.static else 'traced'} here and was not before"]
    found = []
    if old.by_keyword != new.by_keyword:
        passed = ("by keyword", "by position") if new.by_keyword else ("by position", "by keyword")
        found.append(f"{name} passed {passed[0]}, {passed[1]} before")
    if new.static:
        if new.made and old.made == new.made:
            found.append(f"static {name}: a new object on each call, {new.made}")
        elif old.text != new.text:
            found.append(f"static {name}: {old.text} → {new.text}")
        elif old.hashed != new.hashed:
            found.append(f"static {name}: {new.text}, which has another hash than before")
        return found
    if old.tree != new.tree:
        return [*found, f"the structure of {name}: {_tree(old)} → {_tree(new)}"]
    leaves = zip(old.leaves, new.leaves, strict=True)
    return found + [words for (path, was), (_, now) in leaves if (words := _leaf_words(f"{name}{path}", was, now))]


def _leaf_words(name: str, old: _Leaf, new: _Leaf) -> str:
    """The change that made a new key: Python's type, then shape and dtype, then weakness, then the device."""
    if (old.type, old.weak) == (new.type, new.weak):
        return f"arg {name}: placed on its device in another way" if old.place != new.place else ""
    numbers = [leaf.words.startswith("a Python") for leaf in (old, new)]
    if all(numbers):
        return f"arg {name}: {old.words} came before, now {new.words} ({old.type} → {new.type})"
    if any(numbers) and old.weak != new.weak:
        return f"arg {name}: {new.words} where {old.words} came before (weak type {old.weak} → {new.weak})"
    if old.type != new.type:
        return f"arg {name}: {old.type} → {new.type}"
    return f"arg {name}: weak type {old.weak} → {new.weak}, with the same {new.type}"
