"""How an exercise's object is jitted: as it comes, not at all, or by the grader with the options stated."""

from __future__ import annotations

from typing import Literal

from msgspec import UnsetType

from grader.course.convert import fields_of
from grader.course.errors import Problems
from grader.course.strict_yaml import Node
from grader.model.exercise import Jit, Signature
from grader.model.questions import JitOptions
from grader.model.spelling import either, meant

__all__ = ["read_jit"]


def read_jit(node: Node | None, signature: Signature | None, problems: Problems, path: str = "jit") -> Jit | None:
    """Returns how the object is jitted; a value that is read never is. None where that is a problem."""
    if node is None:
        return "none" if signature is not None and not signature.called else JitOptions()
    words: tuple[Literal["submission", "none"], ...] = ("submission", "none")
    if not isinstance(node.value, dict):
        for word in words:
            if node.value == word:
                return word
        given = node.plain()
        message = f"{path} must be {either(words)} or a map of jax.jit's options, not {given!r}"
        problems.add(node.line, path, message + (meant(given, words) if isinstance(given, str) else ""))
        return None
    found = fields_of(JitOptions, node, owner="jit", path=path, problems=problems)
    if isinstance(found, UnsetType):
        return None
    if signature is not None:
        _hold(node, JitOptions(**found), signature, problems, path)
    return JitOptions(**found)


def _hold(node: Node, options: JitOptions, signature: Signature, problems: Problems, path: str) -> None:
    """Notes options that name no parameter."""
    if not signature.called:
        problems.add(node.line, path, f"'{signature.name}' is a value that is read; write jit: none")
        return
    every = signature.positional + signature.keyword
    for field in ("static_argnames", "donate_argnames"):
        for name in getattr(options, field):
            if name not in every:
                message = f"{path}.{field}: {signature.name} has no parameter '{name}'{meant(name, every)}"
                problems.add(node.at(field), f"{path}.{field}", message)
    for field in ("static_argnums", "donate_argnums"):
        for position in getattr(options, field):
            if not 0 <= position < len(signature.positional):
                count = len(signature.positional)
                message = f"{path}.{field}: {signature.name} has {count} positional parameters, counted from 0"
                problems.add(node.at(field), f"{path}.{field}", f"{message}; there is no {position}")
