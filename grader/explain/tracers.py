"""Rules for traced values: something asked for a number while jax traces, or kept a tracer for later."""

from __future__ import annotations

import ast
import math
import re
from functools import partial
from typing import TYPE_CHECKING

from grader.explain import links
from grader.explain.rule import Rule
from grader.explain.truths import static_or
from grader.explain.words import quoted, readable

if TYPE_CHECKING:
    from grader.explain.sight import Sight

__all__ = ["RULES"]

_INTEGER = "TracerIntegerConversionError"
_ARRAY = "TracerArrayConversionError"
_CONCRETE = "ConcretizationTypeError"

_BORN = re.compile(r"was created on line [^\n]*?:(\d+):\d+ \((\S+)\)")
_TRACED = re.compile(r"when the value leaked was (\S+) at [^\n]*?:(\d+) traced for (\w+)")
_KIND = re.compile(r"intermediate value with type (\S+)")

_UNTRACEABLE = ("np", "numpy", "onp", "scipy", "math", "cmath")
_MATH = frozenset(name for name in dir(math) if not name.startswith("_"))
_KEEP = {"int": "leave it an array; `x.astype(int)` changes its dtype."}


def _leaked(sight: Sight, _: re.Match[str]) -> str:
    born, traced, kind = _BORN.search(sight.text), _TRACED.search(sight.text), _KIND.search(sight.text)
    what = f"a traced {readable(kind[1], 40)}" if kind else "a traced value"
    if born:
        what += f" that line {born[1]} made in {quoted(readable(born[2]).rsplit('.', 1)[-1], 40)}"
    elif traced and traced[1].isidentifier():
        what += f" of {quoted(traced[1], 40)} (line {traced[2]})"
    meets = sight.code if sight.frame else quoted(sight.exercise.signature.name)
    return (
        f"{meets} meets {what}, after its tracing was over. It was kept in a global, an attribute, a closure or a "
        "container that lives on, and there it is a placeholder without a number."
    )


def _function(sight: Sight) -> str:
    """The line's call of a library that knows no tracers: ``np.sin``, ``math.sqrt``; "" where there is not just one."""
    if sight.asked_call.split(".")[0] in _UNTRACEABLE:
        return sight.asked_call
    found = {name for name, _ in sight.calls() if name.split(".")[0] in _UNTRACEABLE}
    return found.pop() if len(found) == 1 else ""


def _numpy(sight: Sight, _: re.Match[str]) -> str:
    name = _function(sight)
    if not name:
        return (
            f"{sight.code} has NumPy, or a library that uses it, ask for the numbers of an array, but {sight.stands}."
        )
    library = "SciPy" if name.startswith("scipy") else "NumPy"
    return (
        f"{quoted(name)}{sight.at} belongs to {library} and wants the numbers of an array, but {sight.stands}. "
        f"{library} cannot be traced."
    )


def _numpy_hint(sight: Sight, _: re.Match[str]) -> str:
    name = _function(sight)
    twin = "functions of `jax.numpy` or `jax.scipy` instead"
    if name and not name.startswith("scipy"):
        twin = f"`jnp.{name.split('.', 1)[1]}`"
    if name.split(".")[-1] in ("asarray", "array"):
        return "Leave it the jax array it is: `jnp.asarray(x)` takes a traced value, `np.asarray(x)` cannot."
    return f"Use {twin}, which jax can trace."


def _math(sight: Sight) -> bool:
    """Whether the line calls ``math``, by that name or, as ``sqrt``, by a name taken from it."""
    return _function(sight).split(".")[0] in ("math", "cmath") or sight.asked_call in _MATH


def _math_says(sight: Sight, _: re.Match[str]) -> str:
    return (
        f"{quoted(_function(sight) or sight.asked_call)}{sight.at} works on Python numbers only and asks for "
        f"{sight.wanted}, but {sight.stands}."
    )


def _math_hint(sight: Sight, _: re.Match[str]) -> str:
    name = (_function(sight) or sight.asked_call).split(".")[-1]
    return f"Use {quoted('jnp.' + name)}, which jax can trace."


def _stores(sight: Sight) -> bool:
    targets: list[ast.expr] = []
    if isinstance(sight.statement, ast.Assign):
        targets = sight.statement.targets
    elif isinstance(sight.statement, ast.AugAssign):
        targets = [sight.statement.target]
    return any(isinstance(target, ast.Subscript) for target in targets)


def _formats(sight: Sight) -> bool:
    return any(
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mod)
        and isinstance(node.left, ast.Constant)
        and isinstance(node.left.value, str)
        for node in sight.nodes
    )


def _scalar(name: str, shown: str, wanted: str, method: bool = False) -> Rule:  # noqa: FBT001, FBT002 - a row
    """``float(x)``, ``x.item()``: the line must contain that very call, for ``math.sqrt`` calls ``float``, too."""
    return Rule(
        error=_CONCRETE,
        pattern=rf"\b{name}\(\) method" if method else rf"`{name}` function",
        sees=None if method else lambda sight: sight.called(name) or sight.statement is None,
        cause=f"python-{name}",
        say=f"`{shown}`{{at}} wants {wanted} and asks for {{wanted}}, but {{stands}}.",
        hint=partial(static_or, _KEEP.get(name, "leave it an array and return that.")),
        link=links.error(_CONCRETE),
    )


RULES = (
    Rule(
        error="UnexpectedTracerError",
        cause="leaked-tracer",
        say=_leaked,
        hint="Return the value from the traced function instead of storing it outside.",
        link=links.error("UnexpectedTracerError"),
    ),
    Rule(
        error=_INTEGER,
        cause="python-range",
        sees=lambda sight: sight.called("range"),
        say="`range`{at} asks for {wanted}, but {stands}. Python cannot count without a number.",
        hint=partial(static_or, "loop with `lax.fori_loop`, whose bounds may be traced values."),
        link=links.error(_INTEGER),
    ),
    Rule(
        error=_INTEGER,
        cause="list-index",
        sees=lambda sight: any(isinstance(node, ast.Subscript) for node in sight.nodes),
        say="{code} uses a traced value as an index of a Python list or tuple: it asks for {wanted}, but {stands}.",
        hint=partial(static_or, "make the list an array with `jnp.array`, which a traced index may pick from."),
        link=links.error(_INTEGER),
    ),
    Rule(
        error=_INTEGER,
        cause="traced-integer",
        say="{code} needs a plain Python integer and asks for {wanted}, but {stands}.",
        hint=partial(static_or, "use a function of `jax.numpy` or `lax` that takes traced integers."),
        link=links.error(_INTEGER),
    ),
    Rule(
        error=_ARRAY,
        cause="numpy-assignment",
        sees=lambda sight: isinstance(sight.asked, ast.Subscript) and isinstance(sight.asked.ctx, ast.Store),
        say="{code} writes into a NumPy array, which wants numbers for places and values, but {stands}.",
        hint="Start from a jax array, `a = jnp.zeros(…)`, and write `a = a.at[i].set(value)`, or `.add(value)`.",
        link=links.AT,
    ),
    Rule(
        error=_ARRAY,
        cause="numpy-index",
        sees=lambda sight: isinstance(sight.asked, ast.Subscript),
        say="{code} picks from a NumPy array by a traced index: NumPy asks for {wanted}, but {stands}.",
        hint="Make it a jax array, which a traced index may pick from: `jnp.asarray(table)[i]`.",
        link=links.error(_ARRAY),
    ),
    Rule(error=_ARRAY, cause="numpy-call", say=_numpy, hint=_numpy_hint, link=links.error(_ARRAY)),
    Rule(
        error=_CONCRETE,
        cause="numpy-assignment",
        pattern=r"`(?:float|int|complex)` function",
        sees=_stores,
        say="{code} stores a traced value in a NumPy array, which holds only numbers, but {stands}.",
        hint="Build the array with `jnp.stack`, or start from `jnp.zeros` and write `a = a.at[i].set(value)`.",
        link=links.AT,
    ),
    Rule(
        error=_CONCRETE,
        cause="python-math",
        pattern=r"`(?:float|int|complex)` function",
        sees=_math,
        say=_math_says,
        hint=_math_hint,
        link=links.error(_CONCRETE),
    ),
    _scalar("float", "float(…)", "a Python number"),
    _scalar("int", "int(…)", "a Python number"),
    _scalar("complex", "complex(…)", "a Python number"),
    _scalar("item", ".item()", "a Python number", method=True),
    _scalar("tolist", ".tolist()", "a Python list", method=True),
    Rule(
        error=_CONCRETE,
        cause="format-tracer",
        pattern=r"`(?:float|int)` function",
        sees=_formats,
        say="{code} formats a traced value as a number, but {stands}.",
        hint='Print it with `jax.debug.print("{{x}}", x=x)`, which prints when the compiled program runs.',
        link=links.error(_CONCRETE),
    ),
    Rule(
        error="TypeError",
        cause="format-tracer",
        pattern=r"format string passed to (?:\S*Tracer\b|\S*ArrayImpl\b)"
        r"|^%\w format: .*? not (?:\S*Tracer\b|\S*ArrayImpl\b)",
        say="{code} formats an array as if it were a Python number; while jax traces, it has no value to format.",
        hint='Print it with `jax.debug.print("{{x}}", x=x)`, which prints when the compiled program runs.',
        link=links.error(_CONCRETE),
    ),
    Rule(
        error=_CONCRETE,
        cause="concrete-value",
        say="{code} needs a plain number and asks for {wanted}, but {stands}.",
        hint=partial(static_or, "use functions of `jax.numpy`, which take traced values."),
        link=links.error(_CONCRETE),
    ),
    Rule(
        error="TypeError",
        cause="traced-key",
        pattern=r"unhashable type: '\S*(?:Tracer|ArrayImpl)'",
        say="{code} uses an array where Python needs a fixed key (in a dict, a set or a cache), but a jax array has "
        "no hash, and a traced one has no value to look up.",
        hint="Choose by `lax.switch` or by indexing an array; keep plain Python values as keys, and caches such as "
        "`functools.cache` off functions that take arrays.",
        link=links.TRACING,
    ),
    Rule(
        error="AttributeError",
        cause="method-of-tracer",
        pattern=r"The '(?P<name>\w+)' method is not available on traced array",
        say="`.{name}`{at} is for a finished array, but here the array is traced and nothing has been computed yet.",
        hint="Call it outside the jitted function, on what that returns.",
        link=links.TRACING,
    ),
)
