"""What a file puts on objects of libraries: names of modules, attributes of their functions, classes and instances.

A dict keeps its entries in the order in which they came. So how many there were before the file ran tells which of
them came later. It is counted when the worker is made ready, for what was imported by then.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING, Any, Final

from grader.worker.purity.marks import of

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["added", "is_owned", "made_by", "put_on"]

_PLAIN: Final = (int, float, complex, str, bytes, type(None), range, slice, types.ModuleType, types.BuiltinFunctionType)
_CODE: Final = (
    *(types.FunctionType, types.BuiltinFunctionType, staticmethod, classmethod, property),
    *(types.GetSetDescriptorType, types.MemberDescriptorType, types.MethodDescriptorType, types.WrapperDescriptorType),
)
_INNER: Final = ("jax", "jaxlib", "numpy")  # what they keep under private names is no business of a file's
_OURS: Final = ("__main__", "grader", "fixtures")  # some of these are still being imported when it is counted
_SELVES: Final = (*_INNER, "grader", "fixtures")


def put_on(value: object) -> dict[str, Any]:
    """The attributes that an object of a library got since the worker was made ready. A class made later has none."""
    held = _attributes(value)
    if not held:
        return {}
    before = _sizes.get(id(value), len(held) if of(value, type) else 0)
    return {name: part for name, part in list(held.items())[before:] if not name.startswith("__")}


def added(module: types.ModuleType) -> Iterator[tuple[str, str, Any]]:
    """What was put on modules, and on what is in the modules that a file named: its path, words, and itself."""
    for name, other in list(sys.modules.items()):
        if other is module or (of(other, types.ModuleType) and name.partition(".")[0] in _OURS):
            continue
        if not of(other, types.ModuleType) or (id(other) not in _sizes and getattr(other, "__spec__", None) is None):
            path = f"sys.modules[{name}]"  # a thing of the file's own that it keeps among the modules
            held = put_on(other) if of(other, types.ModuleType) else other
            yield path, f"the entry `{name}` of `sys.modules`", held
        elif len(vars(other)) > _sizes.get(id(other), len(vars(other))):
            private = name.partition(".")[0] in _INNER
            for inner, held in put_on(other).items():
                if not of(held, types.ModuleType) and not (private and inner.startswith("_")):
                    yield f"{name}.{inner}", f"the name `{name}.{inner}`", held
    for path, holder in _members(module):
        for inner, held in put_on(holder).items():
            if not inner.startswith("_"):
                yield f"{path}.{inner}", f"the attribute `{path}.{inner}`", held


def is_owned(value: object) -> bool:
    """Whether a library holds this object under a name of its own: its registries and defaults, say."""
    return id(value) in _owned


def made_by(cls: type) -> str:
    """The package of jax, NumPy or ours that a class belongs to, or "". Its name alone proves nothing."""
    package = str(cls.__module__).partition(".")[0]
    if package not in _SELVES:
        return ""
    found: Any = sys.modules.get(cls.__module__)
    for name in cls.__qualname__.split("."):
        found = getattr(found, "__dict__", {}).get(name)
    return package if found is cls else ""


def _attributes(value: object) -> dict[str, Any] | types.MappingProxyType[str, Any]:
    if of(value, type):
        return vars(value)
    try:
        held = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    return held if type(held) is dict else {}


def _members(module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    """The objects with attributes in the modules that the file named, and in the public modules within those."""
    named = {id(one): one for one in vars(module).values() if of(one, types.ModuleType) and one is not module}
    inner = {
        id(part): part
        for one in named.values()
        for name, part in vars(one).items()
        if of(part, types.ModuleType) and not name.startswith("_") and part.__name__.startswith(f"{one.__name__}.")
    }
    for one in {**inner, **named}.values():
        for name, part in list(vars(one).items()):
            if id(part) in _sizes and not of(part, types.ModuleType) and len(_attributes(part)) > _sizes[id(part)]:
                yield f"{one.__name__}.{name}", part


def _counted() -> tuple[dict[int, int], frozenset[int]]:
    """How many attributes the modules and their members have, and which objects libraries hold, by address."""
    sizes: dict[int, int] = {}
    owned: set[int] = set()
    for name, module in list(sys.modules.items()):
        if not of(module, types.ModuleType):
            continue
        sizes[id(module)] = len(vars(module))
        if name.partition(".")[0] == "grader":
            continue
        for member in list(vars(module).values()):
            if id(member) in sizes or of(member, _PLAIN):
                continue
            sizes[id(member)] = len(_attributes(member))
            if of(member, type):
                owned.update(id(part) for part in vars(member).values() if not of(part, (*_PLAIN, *_CODE, type)))
            elif not of(member, _CODE):
                owned.add(id(member))
    return sizes, frozenset(owned)


_sizes, _owned = _counted()
