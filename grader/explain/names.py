"""Rules for names that are not there: misspelt, not imported, not installed."""

from __future__ import annotations

import builtins
import re
from typing import TYPE_CHECKING

from grader.explain import links
from grader.explain.known import FUNCTIONS, IMPORTS, MODULES
from grader.explain.rule import Rule
from grader.explain.syntax import foreign, skeleton
from grader.explain.words import nearest, quoted, readable

if TYPE_CHECKING:
    from grader.explain.sight import Sight

__all__ = ["RULES", "thing"]


_BROUGHT = re.compile(r"^\s*pass  # (%(?:run|load|pycat|rerun)\b.*)$", re.MULTILINE)
"""A magic that brings the code of another file, as a notebook's source has it."""
_OF_JUPYTER = ("get_ipython", "display")


def _unknown(sight: Sight, found: re.Match[str]) -> str:
    return (
        f"The name {quoted(found['name'])}{sight.at} is not known there: nothing of that name was defined or imported."
    )


def _unknown_hint(sight: Sight, found: re.Match[str]) -> str:
    name = found["name"]
    if not name.isascii() and skeleton(name).isascii():
        return f"The name has {foreign(name)}; type it again, as {quoted(skeleton(name))}."
    if brought := _BROUGHT.search(sight.file.text) if sight.file and sight.file.parts else None:
        return (
            f"{quoted(brought[1])} is not run: this notebook is judged alone. Write what you need of that file into it."
        )
    if name in _OF_JUPYTER and not (sight.file and sight.file.parts):
        return "Only notebooks have it. Take the line out, or hand in the notebook itself (.ipynb)."
    if name in IMPORTS:
        return f"Did you forget `{IMPORTS[name]}`?"
    signature = sight.exercise.signature
    near = nearest(name, [*signature.positional, *signature.keyword, signature.name, *IMPORTS, *dir(builtins)])
    if near:
        return f"Did you mean `{near}`?"
    module = next((module for module in MODULES if name in FUNCTIONS[module]), "")
    return (
        f"Did you mean `{module}.{name}`?"
        if module
        else "Check the spelling, and that the line that makes it runs first."
    )


def _module(name: str) -> str:
    """How students call a module: ``jnp`` for ``jax.numpy``."""
    return {"jax.numpy": "jnp", "jax.lax": "lax", "numpy": "np"}.get(name, name)


def _missing(sight: Sight, found: re.Match[str]) -> str:
    module = _module(found["module"])
    return f"{quoted(module)} has no function or name {quoted(found['name'])}; it is asked for{sight.at or ' here'}."


def _missing_hint(sight: Sight, found: re.Match[str]) -> str:
    del sight
    module, name = _module(found["module"]), found["name"]
    near = nearest(name, FUNCTIONS.get(module, ()))
    if near:
        return f"Did you mean `{module}.{near}`?"
    other = next((other for other in MODULES if name in FUNCTIONS[other]), "")
    return f"Did you mean `{other}.{name}`?" if other else "Check the spelling in the documentation."


def thing(kind: str) -> str:
    """A value by its type, in words."""
    name = readable(kind, 60)
    known = {"traced value": "a traced array", "jax.Array": "a jax array", "NoneType": "None"}
    return known.get(name, f"a value of type `{name}`")


def _attribute(sight: Sight, found: re.Match[str]) -> str:
    return f"{sight.code} asks {thing(found['kind'])} for {quoted(found['name'])}, which it does not have."


def _attribute_hint(sight: Sight, found: re.Match[str]) -> str:
    del sight
    name, kind = found["name"], readable(found["kind"], 60)
    if name == "block_until_ready":
        return "`jax.block_until_ready(x)` waits for everything in a tuple, list or dict."
    if kind == "NoneType":
        return "Does the function that made it end with `return`?"
    near = nearest(name, FUNCTIONS["array"]) if kind in ("traced value", "jax.Array") else ""
    if near:
        return f"Did you mean `.{near}`?"
    if name in FUNCTIONS["jnp"]:
        return f"There is a function `jnp.{name}`."
    near = nearest(name, FUNCTIONS["jnp"])
    return f"Did you mean the function `jnp.{near}`?" if near else "Check the spelling, and what the value is."


def _not_installed(sight: Sight, found: re.Match[str]) -> str:
    name = found["name"]
    if name.split(".")[0] in ("jax", "numpy"):
        return f"{sight.code} imports {quoted(name)}, and there is no such module."
    return (
        f"{sight.code} imports {quoted(name)}, which is not installed where the file is graded. "
        "A module of your own does not come along: this file is run alone, whatever lies beside it at home."
    )


def _not_installed_hint(sight: Sight, found: re.Match[str]) -> str:
    del sight
    name = readable(found["name"], 60)
    near = nearest(name, ["jax", "jax.numpy", "jax.lax", "jax.random", "numpy", "functools", "math", "itertools"])
    if near:
        return f"Did you mean `{near}`?"
    return (
        f"Write what you need of `{name}` into this file, or do without it. "
        'What only your own trials need, import under `if __name__ == "__main__":`.'
    )


RULES = (
    Rule(
        error="UnboundLocalError",
        cause="unbound-local",
        pattern=r"variable '(?P<name>\w+)'",
        say="{code} reads `{name}` before the function has given it a value. A name that is assigned anywhere in a "
        "function is local to it.",
        hint="Pass the value in as an argument, or give it a value first.",
    ),
    Rule(
        error="NameError",
        cause="unknown-name",
        pattern=r"name '(?P<name>\w+)' is not defined",
        say=_unknown,
        hint=_unknown_hint,
    ),
    Rule(
        error="AttributeError",
        cause="unknown-function",
        pattern=r"module '(?P<module>[\w.]+)' has no attribute '(?P<name>\w+)'",
        say=_missing,
        hint=_missing_hint,
    ),
    Rule(
        error="ImportError",
        cause="unknown-function",
        pattern=r"cannot import name '(?P<name>\w+)' from '(?P<module>[\w.]+)'",
        say=_missing,
        hint=_missing_hint,
    ),
    Rule(
        error="AttributeError",
        cause="at-of-numpy",
        pattern=r"'numpy\.ndarray' object has no attribute 'at'",
        say="{code} uses `.at` of a NumPy array: only arrays of jax have it.",
        hint="Make it with `jnp` instead of `np`: `jnp.zeros(…)`, or `jnp.asarray(table)`.",
        link=links.AT,
    ),
    Rule(
        error="AttributeError",
        cause="unknown-attribute",
        pattern=r"(?<![\w.])(?P<kind>[\w.]+)'? (?:object )?has no attribute '?(?P<name>\w+)",
        say=_attribute,
        hint=_attribute_hint,
    ),
    Rule(
        error="ImportError",
        cause="missing-module",
        pattern=r"attempted relative import",
        say="{code} imports a module that lies beside the file, and none comes along: this file is run alone.",
        hint="Write what you need of that module into this file.",
    ),
    Rule(
        error="TypeError",
        cause="missing-module",
        pattern=r"the 'package' argument is required to perform a relative import",
        say="{code} imports a module that lies beside the file, and none comes along: this file is run alone.",
        hint="Write what you need of that module into this file.",
    ),
    Rule(
        error="ImportError",
        cause="missing-module",
        pattern=r"No module named '?(?P<name>[\w.]+)",
        say=_not_installed,
        hint=_not_installed_hint,
    ),
)
