"""Rules for the border of a jitted function: its options, what may be passed in, what may come back, donation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.explain import links
from grader.explain.rule import Rule
from grader.explain.words import counted, nearest, quoted, readable

if TYPE_CHECKING:
    import re

    from grader.explain.sight import Sight

__all__ = ["RULES"]

_OPTIONS = ("static_argnums", "static_argnames", "donate_argnums", "donate_argnames")
_ARRAYS = ("ArrayImpl", "ndarray", "Array")
_FROZEN = {
    "list": "a tuple instead of a list",
    "dict": "a tuple of pairs or a frozen dataclass instead of a dict",
    "set": "a frozenset instead of a set",
}


_CALLED = (
    " What `jax.checkpoint`, `jax.grad`, `jax.vmap` and `jax.jit` give is a function: call it, as in "
    "`jax.checkpoint(f)(x)`."
)


def _misspelt(sight: Sight, found: re.Match[str]) -> str:
    del sight
    return f"`jax.jit` has no option {quoted(found['name'])}; the keyword is `{_option(found['name'])}`."


def _option(name: str) -> str:
    """The option meant: by the likeness, and ``static_argnums`` where it could be several."""
    return nearest(name, _OPTIONS) or _OPTIONS[0]


def _unhashable(sight: Sight, found: re.Match[str]) -> str:
    kind = _last(found["kind"])
    if "Tracer" in found["kind"]:
        what = "a traced value"
    else:
        what = "an array" if kind in _ARRAYS else f"a {kind}"
        held = _last(found["held"] or "")
        if held and held != kind:
            what += f" that holds {'an array' if held in _ARRAYS else f'a {held}'}"
    made = "" if sight.frame or not sight.static else f", as line {sight.static} has it"
    why = " A class with `__eq__` and no `__hash__`, as a plain dataclass is, has none." if _is_own(found) else ""
    return (
        f"{_call(sight)} passes {what} as a static argument{made}. A static argument is a key of jit's cache, so it "
        f"must be hashable, and {what} is not.{why}"
    )


def _is_own(found: re.Match[str]) -> bool:
    """Whether it is an object of the file's own class that has no hash, not something that it holds."""
    return found["kind"].startswith("submission.") and found["held"] in (None, _last(found["kind"]))


def _unhashable_hint(sight: Sight, found: re.Match[str]) -> str:
    kind = _last(found["kind"])
    if "Tracer" in found["kind"] or kind in _ARRAYS:
        if not sight.frame and sight.static:
            return (
                f"Take it out of `static_argnums` (or `static_argnames`) on line {sight.static}, so that the array is "
                "traced; only Python values can be static (numbers, strings, tuples)."
            )
        return "Leave an array a traced argument; make only Python values static (numbers, strings, tuples)."
    if _is_own(found):
        return f"Write `@dataclass(frozen=True)` above `{kind}`, which gives it both, or a `__hash__` beside `__eq__`."
    return f"Pass {_FROZEN.get(kind, 'something that never changes, such as a tuple or a frozen dataclass')}."


def _last(name: str) -> str:
    """The last part of a type's dotted name."""
    return readable(name, 40).rsplit(".", 1)[-1]


def _call(sight: Sight) -> str:
    return sight.code if sight.frame else f"the call of `{sight.exercise.signature.name}`"


def _kind(text: str) -> str:
    """A type's name as the student wrote it."""
    name = readable(text, 60).rsplit(".", 1)[-1]
    return (
        "a function"
        if name in ("function", "jitted function", "PjitFunction", "builtin_function_or_method")
        else ("a string" if name == "str" else f"a `{name}`")
    )


def _argument(sight: Sight, found: re.Match[str]) -> str:
    return (
        f"{_call(sight)} passes {_kind(found['kind'])} as {quoted(found['path'], 40)} to a jitted function. jit "
        "traces arrays, numbers and containers of them; anything else must be static."
    )


def _returned(sight: Sight, found: re.Match[str]) -> str:
    name = quoted(found["name"], 40) if found["name"].isidentifier() else "a jitted function"
    where = f" at {quoted(found['part'], 40)} of its result" if found["part"] else ""
    line = f" (line {sight.line})" if sight.line and not sight.frame else sight.at
    return (
        f"{name}{line} returns {_kind(found['kind'])}{where}. A jitted function may return arrays, "
        "numbers and containers of them only, for the result is made by the compiled program."
    )


RULES = (
    Rule(
        error="TypeError",
        cause="misspelt-jit-option",
        pattern=r"\bp?jit\(\) got an unexpected keyword argument '(?P<name>\w+)'",
        sees=lambda sight: nearest(sight.text.split("'")[1], _OPTIONS),
        say=_misspelt,
        hint="`static_argnums` takes positions counted from 0, `static_argnames` takes names.",
        link=links.JIT_OPTIONS,
    ),
    Rule(
        error="ValueError",
        cause="unhashable-static",
        pattern=r"Non-hashable static arguments.*? object of type <class '(?P<kind>[^']+)'>"
        r"(?:.*unhashable type: '(?P<held>[^']+)')?",
        say=_unhashable,
        hint=_unhashable_hint,
        link=links.JIT_OPTIONS,
    ),
    Rule(
        error="ValueError",
        cause="static-name-unknown",
        pattern=r"invalid argnames \{(?P<names>[^}]*)\} in (?P<option>\w+)",
        say="{code} names {names} in `{option}`, but the function has no parameter of that name that can be "
        "passed by name.",
        hint="The names are those between the brackets of `def`. A parameter before `/` goes by its position only: "
        "make it static with `static_argnums`.",
        link=links.JIT_OPTIONS,
    ),
    Rule(
        error="ValueError",
        cause="static-number-out-of-range",
        pattern=r"has (?P<option>\w+)=\(?(?P<given>[-\d, ]+?),?\)?, but only accepts (?P<count>\d+) positional",
        say=lambda sight, found: (
            f"`{found['option']}`{sight.at} names position {found['given']}, but the function has "
            f"{counted(found['count'], 'positional parameter', 'positional parameters')}. Positions count from 0."
        ),
        hint="The first parameter is position 0; a parameter after `*` needs `static_argnames`.",
        link=links.JIT_OPTIONS,
    ),
    Rule(
        error="TypeError",
        cause="static-number-not-a-number",
        pattern=r"'(?P<kind>\w+)' object cannot be interpreted as an integer",
        sees=lambda sight: sight.mentions("static_argnums", "donate_argnums"),
        say="{code} gives a `{kind}` where positions are wanted: `static_argnums` takes numbers, counted from 0.",
        hint="Use `static_argnames` for names.",
        link=links.JIT_OPTIONS,
    ),
    Rule(
        error="TypeError",
        cause="jit-of-a-value",
        pattern=r"Expected a callable value, got (?P<what>.+)",
        say="{code} gives jax a value ({what}) where it wants the function itself.",
        hint="Hand over the function without calling it: `jax.jit(f)(x)`, not `jax.jit(f(x))`; so with `jax.grad` and "
        "`jax.vmap`.",
        link=links.JIT_OPTIONS,
    ),
    Rule(
        error="TypeError",
        cause="options-alone",
        pattern=r"\b(?P<name>checkpoint|vmap|grad|value_and_grad)\(\) missing 1 required positional argument: 'fun'",
        say="{code} calls `jax.{name}` with options alone, and it wants the function with them.",
        hint="Write `@functools.partial(jax.{name}, …)` above the function, or `jax.{name}(f, …)`.",
        link=links.JIT_OPTIONS,
    ),
    Rule(
        error="TypeError",
        cause="jit-on-method",
        pattern=r"Error interpreting argument to .*at path self\b",
        say="{code} calls a jitted method, so `self` is passed to jit, and jit can trace arrays and containers of "
        "arrays only.",
        hint="Jit a function that takes the arrays it needs, or register the class as a pytree "
        "(`jax.tree_util.register_dataclass`).",
        link=links.PYTREES,
    ),
    Rule(
        error="TypeError",
        cause="untraceable-argument",
        pattern=r"Error interpreting argument to .*is of type <class '(?P<kind>[^']+)'> and was passed to the function "
        r"at path (?P<path>\S+?)\.?\s",
        say=_argument,
        hint="Name it in `static_argnames`, or keep it out of the jitted function.",
        link=links.JIT_OPTIONS,
    ),
    Rule(
        error="TypeError",
        cause="untraceable-result",
        pattern=r"function (?P<name>\S+) at .*? returned a value of type <class '(?P<kind>[^']+)'>"
        r"(?: at output component (?P<part>\S+?))?, which is not a valid JAX type",
        say=_returned,
        hint=lambda _, found: (
            "Return arrays; do everything else outside the jitted function."
            + (_CALLED if _kind(found["kind"]) == "a function" else "")
        ),
        link=links.JIT_OPTIONS,
    ),
    Rule(
        error="ValueError",
        cause="returned-ref",
        pattern=r"returned a mutable array reference of type",
        say="{code} belongs to a traced function that returns a reference (`Ref`) itself. A reference is a place to "
        "write to, not a value, and it cannot leave the traced function that returns it.",
        hint="Return what stands in it: `return ref[...]`.",
        link=links.JIT,
    ),
    Rule(
        error="Exception",
        cause="donated-twice",
        pattern=r"Attempt to donate the same buffer twice|previously donated in the same call",
        say="{code} donates the same array twice in one call, and its memory can be given away only once.",
        hint="Pass two different arrays, or donate only one of the arguments.",
        link=links.JIT,
    ),
    Rule(
        error="Exception",
        cause="donated-reuse",
        pattern=r"[Aa]rray has been deleted|[Bb]uffer has been deleted|deleted or donated",
        say="{code} uses an array whose memory is gone: it was donated to an earlier call (`donate_argnums`), which "
        "may write its result there, or it was deleted.",
        hint="Go on with the result of the donating call and leave the old array alone, or do not donate it.",
        link=links.JIT,
    ),
    Rule(
        error="RuntimeError",
        cause="retraced",
        pattern=r"re-tracing function (?P<name>\S+) .*no_tracing",
        say="{code} makes jax trace `{name}` once more, where no further tracing was expected.",
        hint="Make the jitted function once, outside, and keep types, shapes and static arguments the same.",
        link=links.JIT,
    ),
)
