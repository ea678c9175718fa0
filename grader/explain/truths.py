"""Rules for a traced value that something asks to be True or False."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from grader.explain import constructs, links
from grader.explain.rule import Rule
from grader.explain.words import quoted

if TYPE_CHECKING:
    import re

    from grader.explain.sight import Sight

__all__ = ["HINTS", "IDEAS", "RULES", "static_or"]

_ERROR = "TracerBoolConversionError"
_BRANCH = "let both branches be computed and choose with `jnp.where` or `lax.cond`."
_NEITHER = " Then choose with `jnp.where` or `lax.cond`: `{}` cannot ask that either."
_LOOP = "write the loop with `lax.while_loop`, whose condition may be a traced value."

IDEAS = {
    "python-if": "Python cannot choose a branch without a value.",
    "python-while": "Python cannot decide whether to go round again without a value.",
    "python-assert": "Python cannot check an assertion without a value.",
    "python-conditional": "Python cannot choose a side of `… if … else …` without a value.",
    "python-and-or": "Python's `and`, `or` and `not` need a plain True or False.",
    "python-chained-comparison": "A chained comparison hides an `and`, which needs a plain True or False.",
    "python-in": "`in` compares element by element and needs a plain True or False each time.",
    "python-max-min": "Python's own function compares its arguments and needs a plain True or False.",
    "python-any-all": "Python's own function needs a plain True or False for each element.",
    "python-bool": "`bool` needs a value.",
    "python-call": "What is called there compares or tests its arguments, and needs a plain True or False.",
    "python-truth": "It cannot be a plain True or False.",
}
HINTS = {
    "python-assert": "Check shapes and dtypes, which are known while tracing, or leave the assertion out.",
    "python-and-or": "Between arrays write `&`, `|` and `~`, with brackets around each comparison.",
    "python-chained-comparison": "Write `(a < x) & (x < b)` instead of `a < x < b`.",
    "python-in": "Use `jnp.isin`, or `jnp.any(x == values)` with an array of values.",
    "python-max-min": "Use `jnp.maximum` or `jnp.minimum` between two arrays, `jnp.max` or `jnp.sort` within one.",
    "python-any-all": "Use `jnp.any` or `jnp.all`.",
    "python-bool": "Leave it an array: `x != 0` is an array of truth values.",
    "python-call": "Give it plain Python values, or do the same with a function of `jax.numpy` or `lax`.",
    "python-truth": "Choose with `jnp.where` or `lax.cond`, which take a traced truth value.",
}


_WORDS = {
    "not": (
        "Python's `not` needs a plain True or False.",
        "Write `~flag` for a boolean array, or `jnp.logical_not(flag)` for any.",
    ),
    "default": (
        "Python's `or` asks whether its left side is true, not whether it is None.",
        "For a default, ask for None: `1.0 if factor is None else factor`. For zeros: `jnp.where(x == 0, 1.0, x)`.",
    ),
}
"""Idea and advice for the forms of `and`, `or` and `not` whose cure is another one."""


def static_or(otherwise: str, sight: Sight, _: re.Match[str]) -> str:
    """Returns the advice to make the arguments responsible static, or to do otherwise."""
    if not sight.may_be_static:
        return otherwise[:1].upper() + otherwise[1:]
    plural = "static arguments" if len(sight.arguments) > 1 else "a static argument"
    return f"Make {sight.who} {plural}, or {otherwise}"


def _says(cause: str, sight: Sight, _: re.Match[str]) -> str:
    if call := constructs.deciding_call(sight):
        return f"The `{sight.opener}`{sight.at} asks whether {quoted(call)} is true, but {sight.stands}. {IDEAS[cause]}"
    if test := constructs.deciding_test(sight):
        return f"{constructs.asker(sight)} asks whether {quoted(test)} is true, but {sight.stands}. {IDEAS[cause]}"
    idea = _WORDS.get(constructs.asked_word(sight) if cause == "python-and-or" else "", (IDEAS[cause],))[0]
    return f"{constructs.asker(sight)} asks for {sight.wanted}, but {sight.stands}. {idea}"


def _advice(cause: str, sight: Sight, found: re.Match[str]) -> str:
    """What to try; within an `if` or `while` its condition has to go, too."""
    if cause == "python-and-or" and (word := constructs.asked_word(sight)):
        return _WORDS[word][1]
    if cause in HINTS:
        return HINTS[cause] + (_NEITHER.format(sight.opener) if sight.opener in ("if", "while") else "")
    return static_or(_LOOP if cause == "python-while" else _BRANCH, sight, found)


def _asks(cause: str, sight: Sight) -> bool:
    return constructs.truth(sight) == cause


RULES = tuple(
    Rule(
        error=_ERROR,
        cause=cause,
        sees=partial(_asks, cause),
        say=partial(_says, cause),
        hint=partial(_advice, cause),
        link=links.error(_ERROR) if cause in HINTS else links.CONTROL_FLOW,
    )
    for cause in IDEAS
)
