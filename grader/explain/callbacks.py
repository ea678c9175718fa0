"""Rules for host functions that a program calls back (``jax.pure_callback``): what goes wrong within, on its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.explain import links
from grader.explain.named_lines import called_back
from grader.explain.rule import Rule
from grader.explain.words import readable

if TYPE_CHECKING:
    import re

    from grader.explain.sight import Sight

__all__ = ["RULES"]


def _line(sight: Sight, _: re.Match[str]) -> int | None:
    return called_back(sight.text)


def _raised(sight: Sight, found: re.Match[str]) -> str:
    line = called_back(sight.text)
    where = f" on line {line}" if line else ""
    return f"The function that jax calls back raised {readable(found['what'], 160)}{where}."


RULES = (
    Rule(
        error="JaxRuntimeError",
        cause="callback-shape",
        pattern=r"calling callback: .*Incorrect output shape for return value #\d+: "
        r"Expected: (?P<announced>\([\d, ]*\)), "
        r"Actual: (?P<got>\([\d, ]*\))",
        say="The function that jax calls back returned an array of shape {got}, and the call announced {announced}.",
        hint="The second argument of `jax.pure_callback` says what comes back: "
        "`jax.ShapeDtypeStruct(shape, dtype)`, exactly.",
        link=links.CALLBACKS,
    ),
    Rule(
        error="JaxRuntimeError",
        cause="callback-raised",
        pattern=r"calling callback: .*\n(?P<what>(?!PermissionError|FileNotFoundError|EOFError|BdbQuit|\S*gaierror)"
        r"[A-Za-z_][\w.]*(?:: [^\n]*)?)\s*$",
        say=_raised,
        line=_line,
        hint="jax calls it with the values that were announced, as arrays, and with no tracers: run it by itself.",
        link=links.CALLBACKS,
    ),
)
