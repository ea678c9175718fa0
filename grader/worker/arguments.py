"""What a call was given, argument by argument, and what differs between two calls of a function, in words."""

from __future__ import annotations

import functools
import inspect
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any

import jax

if TYPE_CHECKING:
    from grader.worker.misses import Miss

__all__ = ["Argument", "arguments", "differences", "parameter_names"]

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
class Argument:
    """One argument: how it was passed, and its leaves (or, where it is static, its text and what it is found by)."""

    by_keyword: bool
    static: bool
    text: str = ""
    made: str = ""
    hashed: int = 0
    tree: str = ""
    leaves: tuple[tuple[str, _Leaf], ...] = ()


def arguments(miss: Miss) -> dict[str, Argument]:
    """The arguments by the parameter names of the function, as far as they can be told."""
    names = parameter_names(miss)
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


def parameter_names(miss: Miss) -> list[str]:
    """The names of the parameters that take arguments by position, as far as they can be told."""
    if miss.function is None:
        return []
    try:
        parameters = inspect.signature(miss.function).parameters.values()
    except (TypeError, ValueError):
        return []
    named = {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD}
    return [parameter.name for parameter in parameters if parameter.kind in named]


def _argument(value: object, *, by_keyword: bool, static: bool) -> Argument:
    if static:
        return Argument(by_keyword=by_keyword, static=True, text=_shown(value), made=_made(value), hashed=hash(value))
    leaves, tree = jax.tree_util.tree_flatten_with_path(value)
    told = tuple((jax.tree_util.keystr(path), _leaf(leaf)) for path, leaf in leaves)
    return Argument(by_keyword=by_keyword, static=False, tree=str(tree), leaves=told)


def _tree(argument: Argument) -> str:
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


def differences(old: dict[str, Argument], new: dict[str, Argument]) -> list[str]:
    """What differs between two calls of one function, one phrase for each argument."""
    found = []
    if len(old) != len(new):
        found.append(f"{len(new)} arguments, where {len(old)} came before")
    for name, argument in new.items():
        before = old.get(name)
        if before is not None:
            found += _between(name, before, argument)
    return found


def _between(name: str, old: Argument, new: Argument) -> list[str]:
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
