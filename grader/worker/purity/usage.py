"""What the byte code of a function reads, with all code of its file that it can reach."""

from __future__ import annotations

import dis
import functools
import types
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grader.worker.purity.marks import of
from grader.worker.purity.programs import is_jitted

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Usage", "usage"]

_ITEMS = 100
_MEMO = type(functools.lru_cache(lambda: None))


@dataclass(frozen=True)
class Usage:
    """What a function's byte code reads: globals, with a line each; and the code objects that it can reach.

    ``owners`` are the classes of the file among what it reaches, and their instances; ``cells`` are the variables
    of closures.
    """

    reads: dict[str, int] = field(default_factory=dict)
    codes: set[types.CodeType] = field(default_factory=set)
    owners: list[Any] = field(default_factory=list)
    cells: dict[str, types.CellType] = field(default_factory=dict)

    def runs(self, line: int) -> bool:
        """Tells whether the reachable code has this line."""
        return any(line in _lines(code) for code in self.codes)


def usage(function: object, module: types.ModuleType, *, file: str) -> Usage:
    """Follows the byte code of a function into the functions, classes and instances of its file that it names."""
    found = Usage()
    waiting: list[Any] = [function]
    met: dict[int, Any] = {}  # the values are kept, so that no other takes the address of one
    while waiting:
        value = waiting.pop()
        if id(value) in met:
            continue
        met[id(value)] = value
        waiting += _within(value, module)
        if (value if of(value, type) else type(value)).__module__ == module.__name__ and hasattr(value, "__dict__"):
            found.owners.append(value)
        if of(value, types.FunctionType) and value.__code__.co_filename == file:
            cells = dict(zip(value.__code__.co_freevars, value.__closure__ or (), strict=True))
            found.cells.update((name, cell) for name, cell in cells.items() if _filled(cell))
            waiting += [cell.cell_contents for cell in cells.values() if _filled(cell)]
            for name, line in _globals_read(value.__code__, found.codes):
                found.reads.setdefault(name, line)
                if name in vars(module):
                    waiting.append(vars(module)[name])
    return found


def _filled(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - an empty cell raises
    except ValueError:
        return False
    return True


def _within(value: Any, module: types.ModuleType) -> list[object]:  # noqa: ANN401, C901 - anything a global can be
    """The functions inside wrappers, containers, classes of the file and their instances."""
    if of(value, functools.partial):
        return [value.func, *value.args, *value.keywords.values()]
    if of(value, dict):
        return list(dict.values(value))[:_ITEMS]
    if of(value, list | tuple):
        return [*(list if of(value, list) else tuple).__iter__(value)][:_ITEMS]
    if of(value, types.MethodType):
        return [value.__func__, value.__self__]
    if of(value, staticmethod | classmethod):
        return [value.__func__]
    if of(value, property):
        return [part for part in (value.fget, value.fset) if part]
    if is_jitted(value) or of(value, types.FunctionType | _MEMO):
        return [vars(value)["__wrapped__"]] if "__wrapped__" in vars(value) else []
    if of(value, type):
        return list(vars(value).values()) if value.__module__ == module.__name__ else []
    if type(value).__module__ == module.__name__:
        return [type(value)]
    if type(value).__module__.startswith("jax") and hasattr(value, "fun"):  # custom_jvp, custom_vjp
        return [value.fun, *(getattr(value, name, None) for name in ("jvp", "fwd", "bwd"))]
    return []


def _globals_read(code: types.CodeType, met: set[types.CodeType]) -> Iterator[tuple[str, int]]:
    if code in met:
        return
    met.add(code)
    line = code.co_firstlineno
    for instruction in dis.get_instructions(code):
        if instruction.starts_line is not None and instruction.positions and instruction.positions.lineno:
            line = instruction.positions.lineno
        if instruction.opname in {"LOAD_GLOBAL", "LOAD_NAME"}:
            yield str(instruction.argval), line
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield from _globals_read(inner, met)


def _lines(code: types.CodeType) -> set[int]:
    return {line for _, _, line in code.co_lines() if line is not None}
