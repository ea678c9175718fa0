"""What a call was given, argument by argument, and what differs between two calls of a function."""

from __future__ import annotations

import functools
import inspect
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any, Literal

import jax
import msgspec

from grader.model.incidents import (
    ArgumentCount,
    LeafType,
    NewStaticObject,
    PassingChanged,
    PlacementChanged,
    StaticChanged,
    StaticnessChanged,
    StructureChanged,
    TypeChanged,
)

if TYPE_CHECKING:
    from grader.model.incidents import Cause
    from grader.worker.misses import Miss

__all__ = ["Argument", "arguments", "differences", "parameter_names"]

_LONGEST = 60


@dataclass(frozen=True, kw_only=True)
class _Leaf:
    """An array or number of an argument: its type, and the sharding that it is committed to, if it is.

    Where an array lies is a part of jax's key only where it is committed: a NumPy array, a Python number and an array
    that jax may place as it likes all have the same key.
    """

    type: LeafType
    place: str


@dataclass(frozen=True, kw_only=True)
class Argument:
    """One argument: how it was passed, and its leaves (or, where it is static, its text and what it is found by)."""

    by_keyword: bool
    static: bool
    text: str = ""
    made: NewStaticObject | None = None
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
    if isinstance(value, jax.Array) and not isinstance(value, jax.core.Tracer) and value.committed:
        place = str(value.sharding)
    python = type(value).__name__
    return _Leaf(
        type=LeafType(
            type=aval.str_short(short_dtypes=True),
            python=python if python in {"int", "float", "bool", "complex"} else "",
            weak=bool(getattr(aval, "weak_type", False)),
        ),
        place=place,
    )


def _shown(value: object) -> str:
    """A static value as its class prints it; where that is the default, an address, by its attributes."""
    text = repr(value)
    if type(value).__repr__ is object.__repr__:
        attributes = ", ".join(f"{name}={held!r}" for name, held in getattr(value, "__dict__", {}).items())
        text = f"{type(value).__name__}({attributes})" if attributes else type(value).__name__
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _made(value: object) -> NewStaticObject | None:
    """What a static value is, where jax tells it from others by which object it is; None where its contents count."""
    if isinstance(value, tuple | list):
        return next(filter(None, map(_made, value)), None)
    cls = type(value)
    if cls.__eq__ is not object.__eq__:
        return None
    if isinstance(value, FunctionType):
        form: Literal["lambda", "function"] = "lambda" if value.__name__ == "<lambda>" else "function"
        return NewStaticObject(name="", form=form, of=value.__name__, line=value.__code__.co_firstlineno)
    if isinstance(value, functools.partial):
        return NewStaticObject(name="", form="partial", of=getattr(value.func, "__name__", type(value.func).__name__))
    hashes = cls.__hash__ is not object.__hash__
    return NewStaticObject(name="", form="no __eq__" if hashes else "no __eq__ and __hash__", of=cls.__name__)


def differences(old: dict[str, Argument], new: dict[str, Argument]) -> list[Cause]:
    """What differs between two calls of one function, one fact for each argument."""
    found: list[Cause] = []
    if len(old) != len(new):
        found.append(ArgumentCount(before=len(old), after=len(new)))
    for name, argument in new.items():
        before = old.get(name)
        if before is not None:
            found += _between(name, before, argument)
    return found


def _between(name: str, old: Argument, new: Argument) -> list[Cause]:
    """What differs between two values of one argument; nothing, or one fact or more."""
    if old.static != new.static:
        return [StaticnessChanged(name=name, static=new.static)]
    found: list[Cause] = []
    if old.by_keyword != new.by_keyword:
        found.append(PassingChanged(name=name, by_keyword=new.by_keyword))
    if new.static:
        if new.made is not None and old.made == new.made:
            found.append(msgspec.structs.replace(new.made, name=name))
        elif old.text != new.text or old.hashed != new.hashed:
            found.append(StaticChanged(name=name, before=old.text, after=new.text))
        return found
    if old.tree != new.tree:
        return [*found, StructureChanged(name=name, before=_tree(old), after=_tree(new))]
    for (path, was), (_, now) in zip(old.leaves, new.leaves, strict=True):
        found += _between_leaves(f"{name}{path}", was, now)
    return found


def _between_leaves(name: str, old: _Leaf, new: _Leaf) -> list[Cause]:
    """The change that made a new key: of type, else of the place."""
    if (old.type.type, old.type.weak) != (new.type.type, new.type.weak):
        return [TypeChanged(name=name, before=old.type, after=new.type)]
    return [PlacementChanged(name=name)] if old.place != new.place else []
