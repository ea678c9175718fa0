"""The functions that an exercise asks for: how each is called and jitted, and which one a word means."""

from __future__ import annotations

from collections.abc import Sequence

from grader.course.cases import read_signature
from grader.course.convert import known_keys
from grader.course.errors import Problems
from grader.course.jit import read_jit
from grader.course.strict_yaml import Node
from grader.model.exercise import Function, Signature

__all__ = ["read_also", "signature_of"]


def signature_of(node: Node | None, path: str, problems: Problems) -> Signature | None:
    """Returns the signature that a text describes; None where it is a problem, or no text."""
    if node is None or not isinstance(node.value, str):
        return None
    try:
        return read_signature(node.value)
    except ValueError as error:
        problems.add(node.line, path, f"{path}: {error}")
        return None


def read_also(node: Node, first: Signature | None, problems: Problems) -> tuple[Function, ...]:
    """Returns those functions of the list that are right; each other one is a problem."""
    if not isinstance(node.value, tuple):
        message = 'also must be a list of functions, each a map like {function: "g(x)", jit: {}}'
        problems.add(node.line, "also", message)
        return ()
    found: list[Function] = []
    for index, item in enumerate(node.value):
        path = f"also[{index}]"
        members = known_keys(item, ("function", "jit"), "a function of also", path, problems)
        said = members.get("function")
        if said is None or not isinstance(said.value, str):
            message = f"{path} needs 'function', a text like \"g(x, *, n)\""
            problems.add(item.line, f"{path}.function", message)
        signature = signature_of(said, f"{path}.function", problems)
        jit = read_jit(members.get("jit"), signature, problems, f"{path}.jit")
        if signature is None or jit is None:
            continue
        if signature.name in _names(first, found):
            message = f"{path}.function: the exercise has a function '{signature.name}' already"
            problems.add(item.at("function"), f"{path}.function", message)
        found.append(Function(signature=signature, jit=jit))
    return tuple(found)


def _names(first: Signature | None, others: Sequence[Function]) -> set[str]:
    return {one.name for one in (first, *(other.signature for other in others)) if one is not None}
