"""Tells what is jax's own from what only bears its names: files, functions, modules, primitives can be imitated."""

from __future__ import annotations

import functools
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, Final

import jax
import jax.extend.core

from grader.model.answers import OWN

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["JAX", "is_of_jax", "name_of"]

JAX: Final = str(Path(jax.__file__).parent)
_load = SourceFileLoader.get_code
# Taken when the worker starts: the names of a module that is loaded later are known by its name only.
_names: Final = {
    str(vars(module).get("__file__")): vars(module)
    for name, module in list(sys.modules.items())
    if name.startswith("jax") and isinstance(module, ModuleType)
}

# The same for primitives: a file could give one another name, or one of its own the name of jax's.
_primitives: Final = {
    one: one.name
    for names in _names.values()
    for one in list(names.values())
    if isinstance(one, jax.extend.core.Primitive)
}


def name_of(primitive: Any) -> str:  # noqa: ANN401 - as jax has it
    """What jax calls a primitive; one that is not of jax is told from those by its name."""
    return _primitives.get(primitive) or _name_of_late(primitive) or f"{OWN}{primitive.name}"


@functools.cache
def _name_of_late(primitive: Any) -> str:  # noqa: ANN401 - as jax has it
    """The name of a primitive of a module that jax loads late (``pallas_call``); "" where it is none.

    The file of such a module makes it: it holds the primitive's name as a text, and stores the primitive under the name
    that it still has there. What jax had when the worker started cannot be named again.
    """
    if primitive.name in _primitives.values():
        return ""
    for module in list(sys.modules.values()):
        names = vars(module) if isinstance(module, ModuleType) else {}
        file = str(names.get("__file__"))
        if file in _names or not file.startswith(JAX):
            continue
        stored = {name for name, value in list(names.items()) if value is primitive}
        codes = _codes(file) if stored else frozenset()
        made = any(primitive.name in code.co_consts for code in codes)
        if made and any(stored.intersection(code.co_names) for code in codes if code.co_name == "<module>"):
            return str(primitive.name)
    return ""


def is_of_jax(code: CodeType, names: dict[str, Any] | None = None) -> bool:
    """Whether this is code of a file of jax's, as it stands there; and runs with the ``names`` of its own module."""
    file = code.co_filename
    if not file.startswith(JAX):
        return False
    codes = _codes(file)
    return (not codes or code in codes) and (names is None or _module(file, names) is names)


def _module(file: str, names: dict[str, Any]) -> dict[str, Any] | None:
    """The names of the module that was made of this file; of one loaded late, what is registered under its name."""
    if file in _names:
        return _names[file]
    module = sys.modules.get(str(names.get("__name__")))
    return None if module is None else vars(module)


@functools.cache
def _codes(file: str) -> frozenset[CodeType]:
    """All code of a file; none where it cannot be read any more, and then the file's name is believed."""
    try:
        whole = _load(SourceFileLoader("_", file), "_")
    except (ImportError, OSError, SyntaxError):
        whole = None
    return frozenset() if whole is None else frozenset(_within(whole))


def _within(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if type(constant) is CodeType:
            yield from _within(constant)
