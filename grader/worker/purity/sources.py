"""What the text of the student's file says: where a variable is changed, and what its top level uses."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Literal

__all__ = ["Sources", "Store", "stores"]

_MUTATORS = frozenset(
    {"add", "append", "appendleft", "clear", "discard", "extend", "extendleft", "fill", "insert", "pop"}
)
_MUTATORS |= {"popitem", "popleft", "remove", "reverse", "rotate", "setdefault", "sort", "update"}


How = Literal["rebinds", "item", "method"]


@dataclass(frozen=True)
class Store:
    """One place in the text that changes a variable. ``function`` is the outermost function it is in, "" if none.

    ``how``: the name gets another value, an item or attribute of it does, or a method of it is called.
    ``always`` tells that no condition stands around it in its function.
    """

    name: str
    line: int
    function: str
    how: How
    always: bool


@dataclass(frozen=True)
class Sources:
    """The stores of a file by variable name, the lines at its top level that use a name, imports of native code."""

    stores: dict[str, list[Store]]
    uses: dict[str, list[int]]
    native: dict[int, str]


def stores(source: str) -> Sources:
    """Reads the text of a file; what stands under ``if __name__ == "__main__"`` does not count."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):  # it ran, so this is a text changed since; nothing can be said
        return Sources({}, {}, {})
    visitor = _Visitor()
    visitor.visit(tree)
    found: dict[str, list[Store]] = {}
    for store in visitor.found:
        found.setdefault(store.name, []).append(store)
    return Sources(found, visitor.uses, visitor.native)


class _Visitor(ast.NodeVisitor):
    """Collects stores."""

    def __init__(self) -> None:
        self.found: list[Store] = []
        self.uses: dict[str, list[int]] = {}
        self.native: dict[int, str] = {}
        self.scopes: list[tuple[str, set[str]]] = []  # a function's name and its local names
        self.conditions = 0

    def visit_If(self, node: ast.If) -> None:
        """Leaves out what a worker never runs."""
        test = node.test
        if isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == "__name__":
            return
        self._conditional(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """Notes what a statement at the top level uses."""
        self._use(node.value)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Counts ``table = table or make()`` as conditional: what is set depends on what was there."""
        if isinstance(node.value, ast.Call):
            self._use(node.value.func)
        read = {part.id for part in ast.walk(node.value) if isinstance(part, ast.Name)}
        if any(isinstance(target, ast.expr) and _root(target) in read for target in node.targets):
            self._conditional(node)
        else:
            self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Enters a scope."""
        self._scope(node.name, node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """Enters a scope."""
        self._scope(node.name, node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Enters a scope."""
        self._scope("<lambda>", node)

    def visit_Import(self, node: ast.Import) -> None:
        """Notes libraries of native code."""
        for alias in node.names:
            if alias.name.partition(".")[0] in {"ctypes", "cffi"}:
                self.native[node.lineno] = alias.name

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Notes libraries of native code."""
        if (node.module or "").partition(".")[0] in {"ctypes", "cffi"}:
            self.native[node.lineno] = str(node.module)

    def visit_Name(self, node: ast.Name) -> None:
        """Notes a name that gets another value."""
        if isinstance(node.ctx, ast.Store | ast.Del):
            self._note(node.id, node.lineno, how="rebinds")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Notes an item that gets another value."""
        if isinstance(node.ctx, ast.Store | ast.Del):
            self._note(_root(node), node.lineno, how="item")
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Notes an attribute that gets another value."""
        if isinstance(node.ctx, ast.Store | ast.Del):
            self._note(_root(node), node.lineno, how="item")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Notes a call of a method that changes its object."""
        if isinstance(node.func, ast.Attribute) and node.func.attr in _MUTATORS:
            self._note(_root(node.func), node.lineno, how="method")
        self.generic_visit(node)

    def _use(self, node: ast.expr) -> None:
        if not self.scopes:
            for part in ast.walk(node):
                if isinstance(part, ast.Name):
                    self.uses.setdefault(part.id, []).append(node.lineno)

    def _conditional(self, node: ast.AST) -> None:
        self.conditions += 1
        self.generic_visit(node)
        self.conditions -= 1

    visit_Try = visit_While = visit_Match = _conditional  # noqa: N815 - the interface of ast.NodeVisitor

    def _scope(self, name: str, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        body = node.body if isinstance(node.body, list) else [node.body]
        outer = {
            declared
            for inner in ast.walk(node)
            if isinstance(inner, ast.Global | ast.Nonlocal)
            for declared in inner.names
        }
        local = {part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)}
        local |= {
            part.id
            for statement in body
            for part in ast.walk(statement)
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }
        conditions, self.conditions = self.conditions, 0
        self.scopes.append((name, local - outer))
        self.generic_visit(node)
        self.scopes.pop()
        self.conditions = conditions

    def _note(self, name: str, line: int, *, how: How) -> None:
        if name and not any(name in local for _, local in self.scopes):
            function = self.scopes[0][0] if self.scopes else ""
            self.found.append(Store(name, line, function, how, always=self.conditions == 0))


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
