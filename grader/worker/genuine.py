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
    return _primitives.get(primitive) or f"{OWN}{primitive.name}"


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
