"""Custom derivatives as a file states them: which functions have one, and where their rules stand."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final, Literal

from grader.model.incidents import Derivative

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["derivatives"]

_Kind = Literal["function", "jvp", "fwd", "bwd"]
_METHODS: Final[dict[str, tuple[_Kind, ...]]] = {"defjvp": ("jvp",), "defvjp": ("fwd", "bwd")}
_MOST: Final = 20


def derivatives(source: str) -> tuple[Derivative, ...]:
    """Returns the functions and rules, each where it is defined, by their lines, in order."""
    nodes = list(ast.walk(ast.parse(source)))
    functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    found = [one for function in functions.values() for one in _decorated(function)]
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
            kinds = _METHODS[node.func.attr]
            named = {keyword.arg: keyword.value for keyword in node.keywords}
            for place, kind in enumerate(kinds):
                rule = node.args[place] if place < len(node.args) else named.get(kind)
                function = functions.get(rule.id) if isinstance(rule, ast.Name) else rule
                if isinstance(function, ast.FunctionDef | ast.Lambda):
                    found.append(_derivative(ast.unparse(node.func.value), kind, function))
    return tuple(sorted(found, key=lambda one: one.line)[:_MOST])


def _decorated(function: ast.FunctionDef) -> Iterator[Derivative]:
    """What a function's decorators make of it."""
    for decorator in function.decorator_list:
        text = ast.unparse(decorator)
        if "custom_jvp" in text or "custom_vjp" in text:
            yield _derivative(function.name, "function", function)
        elif isinstance(decorator, ast.Attribute) and decorator.attr == "defjvp":
            yield _derivative(ast.unparse(decorator.value), "jvp", function)


def _derivative(of: str, kind: _Kind, function: ast.FunctionDef | ast.Lambda) -> Derivative:
    last = function.args.args[-1].arg if function.args.args else ""
    used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    return Derivative(
        of=of,
        kind=kind,
        name=function.name if isinstance(function, ast.FunctionDef) else "<lambda>",
        line=function.lineno,
        unused="" if last in used else last,
    )
