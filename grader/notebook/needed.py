"""What a cell uses of the cells that were run before it, told from their text alone.

A cell that is graded takes along, of every cell run before it, the statements that import, define or assign a name it
reads, or one that those read; those that change such an object (``table["x"] = 1``, ``names.append("x")``); settings of
jax (``jax.config.update(…)``); and ``from … import *``. Plots, experiments, what failed on purpose and other
exercises stay behind. A cell that was run again counts as it was run last. A cell under ``%%grade`` was never run.
"""

from __future__ import annotations

import ast
import builtins
import symtable
import warnings
from typing import TYPE_CHECKING, Final

import msgspec

from grader.course.magics import python_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grader.notebook.nouns import Earlier

__all__ = ["Part", "missing", "needed", "parts"]

_GIVEN: Final = frozenset({*dir(builtins), "display", "get_ipython", "__file__", "__name__", "__doc__"})


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """Statements that share lines: their text from the cell's 1-based ``row`` on, and the names they are about.

    ``binds`` are assigned, and among them ``imports``; ``reads`` are looked up now or when a function is called,
    ``reads_now`` at once. Of ``changes`` the object is stored into, of ``calls`` a method is called for its effect.
    ``always`` tells that it is taken along in any case, ``everything`` that it may bind any name.
    """

    number: int
    row: int
    lines: tuple[str, ...]
    binds: frozenset[str]
    imports: frozenset[str]
    reads: frozenset[str]
    reads_now: frozenset[str]
    changes: frozenset[str]
    calls: frozenset[str]
    always: bool
    everything: bool


def parts(text: str, number: int = 0) -> tuple[Part, ...]:
    """Returns the parts of a cell; none where it is no Python."""
    lines = python_lines(text)
    statements = _statements("\n".join(lines))
    groups: list[tuple[int, int, list[ast.stmt]]] = []
    for one in statements:
        first, last = _first(one), one.end_lineno or one.lineno
        if groups and first <= groups[-1][1]:
            before = groups.pop()
            groups.append((before[0], max(last, before[1]), [*before[2], one]))
        else:
            groups.append((first, last, [one]))
    return tuple(_part(number, first, lines[first - 1 : last], group) for first, last, group in groups)


def needed(cell: Sequence[Part], earlier: Iterable[Earlier]) -> tuple[Part, ...]:
    """Returns what a cell takes along of the cells that were run before it, in the order in which they were run."""
    there = _latest([parts(one.text, one.number) for one in earlier])
    imported = frozenset[str]().union(*(part.imports for part in there))
    wanted = frozenset[str]().union(*(part.reads for part in cell))
    taken: set[int] = set()
    while True:
        new = {at for at, part in enumerate(there) if part.always or _serves(part, wanted, imported)}
        if new <= taken:
            return tuple(there[at] for at in sorted(taken))
        taken |= new
        wanted = wanted.union(*(there[at].reads for at in new))


def missing(cell: Sequence[Part], taken: Sequence[Part]) -> tuple[str, ...]:
    """Returns the names that a cell reads and that nothing it comes with binds; none where that cannot be told."""
    every = (*taken, *cell)
    if any(part.everything for part in every):
        return ()
    read = frozenset[str]().union(*(part.reads for part in every))
    bound = frozenset[str]().union(*(part.binds for part in every))
    return tuple(sorted(read - bound - _GIVEN))


def _serves(part: Part, wanted: frozenset[str], imported: frozenset[str]) -> bool:
    """Whether a part makes or changes something that is wanted; calling what a module has changes nothing of ours."""
    return bool((part.binds | part.changes) & wanted or part.calls & (wanted - imported))


def _latest(cells: list[tuple[Part, ...]]) -> list[Part]:
    """The parts of all cells but of those that were run again: a later one binds all their names, and needs none."""
    bound = [frozenset[str]().union(*(part.binds for part in cell)) for cell in cells]
    read = [frozenset[str]().union(*(part.reads_now for part in cell)) for cell in cells]
    kept: list[Part] = []
    for at, cell in enumerate(cells):
        later = range(at + 1, len(cells))
        if not (bound[at] and any(bound[at] <= bound[one] and not bound[at] & read[one] for one in later)):
            kept.extend(cell)
    return kept


def _statements(text: str) -> list[ast.stmt]:
    try:
        with warnings.catch_warnings(action="ignore"):
            statements = ast.parse(text).body
            symtable.symtable(text, "cell", "exec")  # it finds what the parser alone does not
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return statements


def _first(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(one.lineno for one in decorators)])


def _part(number: int, row: int, lines: Sequence[str], statements: Sequence[ast.stmt]) -> Part:
    with warnings.catch_warnings(action="ignore"):
        table = symtable.symtable("\n".join(lines), "cell", "exec")
    imported = {name for one in statements if isinstance(one, ast.Import | ast.ImportFrom) for name in _imported(one)}
    changes = [name for one in statements for name in _changes(one) if name]
    calls = [name for one in statements for name in _calls(one) if name]
    return Part(
        number=number,
        row=row,
        lines=tuple(lines),
        binds=frozenset(imported).union(_binds(table)) - {"*"},
        imports=frozenset(imported) - {"*"},
        reads=frozenset(_reads(table)),
        reads_now=frozenset(one.get_name() for one in table.get_symbols() if one.is_referenced()),
        changes=frozenset(name[0] for name in changes),
        calls=frozenset(name[0] for name in calls),
        always="*" in imported or any("config" in name[:2] for name in (*changes, *calls)),
        everything="*" in imported,
    )


def _imported(statement: ast.Import | ast.ImportFrom) -> Iterator[str]:
    for alias in statement.names:
        yield alias.asname or alias.name.partition(".")[0]


def _binds(table: symtable.SymbolTable) -> Iterator[str]:
    """The names that a text assigns at its top level, be it from within a function."""
    for one in table.get_symbols():
        if one.is_assigned() and (table.get_type() == "module" or one.is_declared_global()):
            yield one.get_name()
    for below in table.get_children():
        yield from _binds(below)


def _reads(table: symtable.SymbolTable) -> Iterator[str]:
    """The names that a text looks up at its top level, be it from within a function."""
    for one in table.get_symbols():
        if one.is_referenced() and (table.get_type() == "module" or one.is_global()):
            yield one.get_name()
    for below in table.get_children():
        yield from _reads(below)


def _changes(statement: ast.stmt) -> Iterator[tuple[str, ...]]:
    """What a statement stores into, or calls for its effect, as dotted names: ``table`` for ``table["x"] = 1``."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    for node in ast.walk(statement):
        match node:
            case ast.Attribute(value=value, ctx=ast.Store() | ast.Del()):
                yield _dotted(value)
            case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()):
                yield _dotted(value)
            case _:
                pass


def _calls(statement: ast.stmt) -> Iterator[tuple[str, ...]]:
    """The dotted names that a statement calls for their effect: what they return goes nowhere."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute() as called)):
            yield _dotted(called)
        case _:
            pass


def _dotted(node: ast.expr) -> tuple[str, ...]:
    """The name that an expression begins with, and the attributes behind it; nothing where it begins otherwise."""
    match node:
        case ast.Name(id=name):
            return (name,)
        case ast.Attribute(value=value, attr=attribute):
            before = _dotted(value)
            return (*before, attribute) if before else ()
        case ast.Subscript(value=value):
            return _dotted(value)
        case _:
            return ()
