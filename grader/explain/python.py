"""Rules for mistakes that have nothing to do with jax: calls, numbers, ends of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.explain import links
from grader.explain.names import thing
from grader.explain.rule import Rule
from grader.explain.words import quoted, readable

if TYPE_CHECKING:
    import re

    from grader.explain.sight import Sight

__all__ = ["RULES"]


def _exit(sight: Sight, _: re.Match[str]) -> str:
    when = "while it is loading" if sight.failure.stage == "import" else "during the call"
    how = quoted(sight.source) + sight.at if sight.source else "`sys.exit`"
    return f"The file ends the program {when} with {how}, so there was nothing left to grade."


RULES = (
    Rule(
        error="SystemExit",
        cause="exit",
        say=_exit,
        hint='Return from the function instead; put a script\'s ending under `if __name__ == "__main__":`.',
    ),
    Rule(
        error="RecursionError",
        cause="recursion",
        say="{code} went past Python's limit of nested calls: functions call each other, or themselves, too often.",
        hint="Does the recursion end for this input? A traced condition cannot end it; use `lax.while_loop`.",
        link=links.CONTROL_FLOW,
    ),
    Rule(
        error="ZeroDivisionError",
        cause="division-by-zero",
        say="{code} divides a Python number by zero.",
        hint="A jax array divided by zero is inf or nan; only Python numbers raise this.",
    ),
    Rule(
        error="NotImplementedError",
        cause="not-written-yet",
        sees=lambda sight: "raise" in sight.source,
        say="{code} says that this is not written yet.",
        hint="Replace the line by your solution.",
    ),
    Rule(
        error="TypeError",
        cause="wrong-arguments",
        pattern=r"(?<![\w.<>])(?P<name>[\w.<>]+)\(\) (?P<what>"
        r"missing \d+ required (?:positional|keyword-only) arguments?: [^\n]+|"
        r"takes [^\n]+ positional arguments? but [^\n]+|got (?:an unexpected keyword|multiple values) [^\n]+)",
        say=lambda sight, found: (
            f"{sight.code if sight.frame else 'The call'}: {quoted(found['name'].rsplit('.', 1)[-1], 40)} "
            f"{readable(found['what'], 120)}."
        ),
        hint="Compare the call with the parameters of the function.",
    ),
    Rule(
        error="ValueError",
        cause="unpacked-parts",
        pattern=r"^(?P<what>too many|not enough) values to unpack \(expected (?:at least )?(?P<names>\d+)",
        say="{code} takes something apart into {names} names, and there are {what} parts for them.",
        hint="Count what stands on the right. `jax.random.split(key)` gives two keys, `jax.random.split(key, n)` n.",
    ),
    Rule(
        error="TypeError",
        cause="not-callable",
        pattern=r"'(?P<kind>[\w.]+)' object is not callable",
        say=lambda sight, found: f"{sight.code} calls {thing(found['kind'])} as if it were a function.",
        hint="Is a name used twice, or a bracket too many? Indexing uses square brackets.",
    ),
    Rule(
        error="TypeError",
        cause="untraceable-value",
        pattern=r"of type '?<class '(?P<kind>[^']+)'>'? is not a valid JAX type",
        say="{code} hands jax a value of type `{kind}`, which it cannot compute with: it takes arrays and numbers.",
        hint="Turn the value into an array or a number first.",
        link=links.TRACING,
    ),
    Rule(
        error="TypeError",
        cause="none-in-arithmetic",
        pattern=r"unsupported operand type\(s\) for .*'NoneType'",
        say="{code} computes with None.",
        hint="Does the function that made it end with `return`?",
    ),
)
