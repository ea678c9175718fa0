"""Attributes and closure variables that other code of the file changes: changed between calls, to see what follows."""

from __future__ import annotations

import ast
import dis
import types
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import jax
import numpy as np

from grader.model.incidents import Finding
from grader.worker.purity.differing import differing
from grader.worker.purity.locating import lines_run
from grader.worker.purity.marks import of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.worker.purity.usage import Usage
    from grader.worker.subject import Subject

__all__ = ["Kept", "follows", "setters", "stale_state"]

_MOST: Final = 6
_MAKERS: Final = frozenset({"__init__", "__new__", "__post_init__", "__set_name__"})


@dataclass(frozen=True)
class _Setter:
    """A line of a function that gives an attribute of ``owner`` (a class or global, by name) another value.

    Without an owner it is a variable of the function around it. ``body`` are the lines of the setting function's body.
    """

    name: str
    owner: str
    function: str
    line: int
    body: range


@dataclass(frozen=True)
class Kept:
    """Where a value is kept: an attribute of an object, class or module, or the cell of a closure; in words."""

    holder: Any
    name: str
    words: str

    def read(self) -> Any:  # noqa: ANN401 - whatever it holds
        """The value there."""
        return self.holder.cell_contents if of(self.holder, types.CellType) else vars(self.holder)[self.name]

    def write(self, value: object) -> None:
        """Puts another value there; no code of the file runs."""
        if of(self.holder, types.CellType):
            self.holder.cell_contents = value
        elif of(self.holder, type):
            type.__setattr__(self.holder, self.name, value)
        else:
            vars(self.holder)[self.name] = value


def stale_state(
    subject: Subject, used: Usage, *, trace: Callable[[], object] | None, call: Callable[[], Any] | None
) -> Iterator[Finding]:
    """Yields each place that code which a call does not run can change, and that a compiled program does not follow.

    Another value is put there between two calls, and taken away again. Stale is what a call gives then, where it
    differs from the same call after jax forgot its programs; a value handed to a jitted function as an argument is
    followed, and is no finding.
    """
    found = list(setters(ast.parse(subject.source)))
    if not found or call is None or trace is None:
        return
    ran = lines_run(trace, file=subject.file)
    tried: set[tuple[int, str]] = set()
    for setter in found:
        for place in _places(setter, used, subject.module):
            key = (id(place.holder), place.name)
            line = _read_at(place, used, ran)
            if not ran.isdisjoint(setter.body) or key in tried or line is None or len(tried) >= _MOST:
                continue
            tried.add(key)
            other = differing(place.read(), subject.module.__name__)
            if other is not None and not follows(call, place, other):
                detail = f"{place.words}: another value is not followed; `{setter.function}` changes it on line "
                yield Finding(
                    kind="stale-state", fault=True, line=line, subject=place.name, detail=f"{detail}{setter.line}"
                )


def setters(tree: ast.AST, owner: str = "") -> Iterator[_Setter]:
    """The setters in a text, with the class they are methods of."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from setters(node, node.name)
        elif isinstance(node, ast.FunctionDef):
            own = node.args.args[0].arg if owner and node.args.args else ""
            parts = list(_own(node)) if node.name not in _MAKERS else []
            body = range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1)
            around = {name for part in parts if isinstance(part, ast.Nonlocal) for name in part.names}
            for part in parts:
                if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
                    if isinstance(part.value, ast.Name):
                        root = owner if part.value.id == own else part.value.id
                        yield _Setter(part.attr, root, node.name, part.lineno, body)
                elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id in around:
                    yield _Setter(part.id, "", node.name, part.lineno, body)
            yield from setters(node)


def _own(function: ast.AST) -> Iterator[ast.AST]:
    """The syntax of a function without that of functions and classes within it."""
    for node in ast.iter_child_nodes(function):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda):
            yield from _own(node)


def _places(setter: _Setter, used: Usage, module: types.ModuleType) -> Iterator[Kept]:
    """The places that a setter can change, among what the function reaches."""
    if not setter.owner:
        if (cell := used.cells.get(setter.name)) is not None:
            yield Kept(cell, setter.name, f"the variable `{setter.name}` of an enclosing function")
        return
    for holder in used.owners:
        is_class = of(holder, type)
        cls = holder if is_class else type(holder)
        if setter.owner not in [base.__name__ for base in cls.__mro__] and vars(module).get(setter.owner) is not holder:
            continue
        if setter.name in vars(holder):
            kind = "class attribute" if is_class else "attribute"
            of_what = f"`{cls.__name__}.{setter.name}`" if is_class else f"`{setter.name}` of the `{cls.__name__}`"
            yield Kept(holder, setter.name, f"the {kind} {of_what}")


def _read_at(place: Kept, used: Usage, ran: set[int]) -> int | None:
    """The first line that ran and reads a name of that kind."""
    wanted = {"LOAD_DEREF"} if of(place.holder, types.CellType) else {"LOAD_ATTR", "LOAD_METHOD"}
    lines = {
        instruction.positions.lineno
        for code in used.codes
        for instruction in dis.get_instructions(code)
        if instruction.opname in wanted and instruction.argval == place.name and instruction.positions
    }
    return min((line for line in lines if line in ran), default=None)


def follows(call: Callable[[], Any], place: Kept, other: object) -> bool:
    """Whether calls see another value that is put there, rather than going on with what was traced."""
    try:
        jax.clear_caches()  # type: ignore[no-untyped-call]  # an earlier trace may have seen the other value
        call()
        with _holding(place, other):
            kept = call()
            jax.clear_caches()  # type: ignore[no-untyped-call]
            anew = call()
    except Exception:  # noqa: BLE001 - another value that the file cannot bear tells nothing
        return True
    finally:
        jax.clear_caches()  # type: ignore[no-untyped-call]
    return len(kept) == len(anew) and all(map(np.array_equal, kept, anew))


@contextmanager
def _holding(place: Kept, other: object) -> Iterator[None]:
    """Puts another value in a place, and the old one back."""
    real = place.read()
    place.write(other)
    try:
        yield
    finally:
        place.write(real)
