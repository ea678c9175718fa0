"""Rules for ``lax.cond`` and ``switch``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.explain import links
from grader.explain.rule import Rule
from grader.explain.words import described, quoted, readable

if TYPE_CHECKING:
    from grader.explain.sight import Sight

__all__ = ["RULES"]

_BRANCH = re.compile(
    r"output of \S+(?: \d+)?(?: at path (?P<path>\S+))? has type (?P<before>\S+) but the corresponding output of "
    r"\S+(?: \d+)? has type (?P<after>\S+?),?(?:\s|$)"
)
_STRUCTURE = re.compile(
    r"\S+(?: \d+)? output(?: at path \S+)? is (?P<before>.+?) but \S+(?: \d+)? output(?: at path \S+)? is "
    r"(?P<after>.+?), so"
)


def _branches(sight: Sight, found: re.Match[str]) -> str:
    start = f"The branches of `{found['what']}`{sight.at} do not return the same kind of thing"
    if types := _BRANCH.search(sight.text):
        place = f" at {quoted(types['path'], 40)}" if types["path"] else ""
        start += f": one gives {readable(types['before'], 60)}{place}, another {readable(types['after'], 60)}"
    elif tree := _STRUCTURE.search(sight.text):
        start += f": one gives {described(tree['before'])}, another {described(tree['after'])}"
    return f"{start}. Only one of them will run, and the rest of the program is compiled before that is known."


RULES = (
    Rule(
        error="TypeError",
        cause="cond-predicate",
        pattern=r"Pred (?:must be a scalar|type must be)",
        say="The predicate of the `cond`{at} is not one True or False. It must be a scalar: `cond` runs one of two "
        "branches, not one for each element.",
        hint="For a choice per element use `jnp.where`; for one answer use `jnp.any` or `jnp.all`.",
        link=links.COND,
    ),
    Rule(
        error="TypeError",
        cause="branches-differ",
        pattern=r"(?P<what>cond|switch) branch(?:es)?(?: outputs)? must have (?:equal output types|the same pytree)",
        say=_branches,
        hint="Let all branches return the same structure, shapes and dtypes; `x.astype(…)` or `jnp.zeros_like` helps.",
        link=links.COND,
    ),
    Rule(
        error="TypeError",
        cause="branch-not-a-function",
        pattern=r"true_fun and false_fun arguments should be callable",
        say="{code} gives `lax.cond` values where it wants two functions. A value is computed before `cond` can "
        "choose.",
        hint="Write `lax.cond(pred, lambda x: …, lambda x: …, x)`.",
        link=links.COND,
    ),
    Rule(
        error="TypeError",
        cause="branch-not-a-function",
        pattern=r"branches argument should be a sequence of callables",
        say="{code} does not give `lax.switch` a list of functions. A value in that list is computed before `switch` "
        "can choose.",
        hint="Write `lax.switch(index, [f, g, h], x)`, where `f`, `g` and `h` are functions of `x`.",
        link=links.COND,
    ),
    Rule(
        error="TypeError",
        cause="switch-index",
        pattern=r"Index type must be an integer, got .* as (?P<dtype>\w+)",
        say="{code} chooses a branch of `lax.switch` by a {dtype}; the index must be an integer.",
        hint="Convert it first: `index.astype(int)`.",
        link=links.CONTROL_FLOW,
    ),
)
