"""What happened before and after the call: the function was not found, its signature or its result does not do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.explain.words import clean, first_line, nearest, quoted
from grader.model.check import Explanation

if TYPE_CHECKING:
    from grader.explain.sight import Sight

__all__ = ["staged"]

_NAME = re.compile(r"[A-Za-z_]\w*")
_KINDS = (
    (
        re.compile(r"\bNone(?:Type)?\b"),
        "returned-none",
        "None",
        "Does every way through the function end with `return`?",
    ),
    (
        re.compile(r"\w*[Tt]racer\b"),
        "returned-tracer",
        "a traced value that jax had put aside",
        "Return what the call computed, not a value kept from tracing.",
    ),
    (
        re.compile(r"\b(?:function|method|PjitFunction|callable)\b"),
        "returned-function",
        "a function",
        "Call it and return its result.",
    ),
)


def staged(sight: Sight) -> Explanation | None:
    """Returns the explanation of a failure outside the student's own code; None where the exception itself tells."""
    if sight.failure.stage == "lookup":
        return _lookup(sight)
    if sight.failure.stage == "result":
        return _result(sight)
    if sight.failure.stage == "signature":
        return _signature(sight)
    if sight.failure.stage == "fixture" and sight.frame is None:
        return _fixture(sight)
    return None


def _fixture(sight: Sight) -> Explanation:
    """The exercise's helper raised, outside the student's code: what it was given may be the reason, or it itself."""
    said = first_line(sight.text)
    return Explanation(
        message=f"A helper of this exercise raised {clean(sight.failure.type, 60)} while it used "
        f"`{sight.exercise.signature.name}`{': ' + said if said else ''}.",
        cause="fixture",
        hint="Look at what the function returns: shape, dtype and structure.",
    )


def _lookup(sight: Sight) -> Explanation:
    """The name is not there. The text may list what is there."""
    name = sight.exercise.signature.name
    there = [word for word in _NAME.findall(sight.text) if word != name]
    near = nearest(name, there)
    kind = "function" if sight.exercise.signature.called else "name"
    if sight.failure.frames or "callable" in sight.text:
        return Explanation(
            message=f"The file has a `{name}`, but it is not a function that can be called.",
            cause="not-a-function",
            line=sight.line,
            hint=f"Define it with `def {name}(…):`, or as `{name} = jax.jit(…)`.",
        )
    return Explanation(
        message=f"The file defines no {kind} `{name}`.",
        cause="function-missing",
        hint=f"It has {quoted(near)}; is that the one? Rename it to `{name}`."
        if near
        else f"Define `{name}` at the top level of the file.",
    )


def _signature(sight: Sight) -> Explanation:
    signature = sight.exercise.signature
    star = ["*"] if signature.keyword else []
    wanted = f"{signature.name}({', '.join([*signature.positional, *star, *signature.keyword])})"
    said = first_line(sight.text) or "its parameters differ"
    return Explanation(
        message=f"`{signature.name}`{sight.at} cannot be called as `{wanted}`: {said}.",
        cause="wrong-signature",
        line=sight.line,
        hint="Give it these parameters in this order; those after `*` are passed by name."
        if star
        else "Give it these parameters in this order.",
    )


def _result(sight: Sight) -> Explanation:
    name = sight.exercise.signature.name
    for pattern, cause, what, hint in _KINDS:
        if pattern.search(sight.text):
            return Explanation(
                message=f"`{name}` returned {what}, which cannot be graded.", cause=cause, line=sight.line, hint=hint
            )
    said = first_line(sight.text)
    return Explanation(
        message=f"`{name}` returned something that cannot be graded{': ' + said if said else ''}.",
        cause="result-type",
        line=sight.line,
        hint="Return arrays, numbers, or tuples, lists and dicts of them.",
    )
