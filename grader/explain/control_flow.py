"""Rules for ``lax.while_loop``, ``scan`` and ``fori_loop``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.explain import links
from grader.explain.rule import Rule
from grader.explain.words import described, ordinal, quoted, readable

if TYPE_CHECKING:
    from grader.explain.sight import Sight

__all__ = ["RULES"]

_PART = re.compile(
    r"[Tt]he input carry (?:component )?(?P<path>\S+) has type (?P<before>\S+) but the corresponding output carry "
    r"component has type (?P<after>\S+?)(?:,|\.?\s|\.?$)"
)
_TREE = re.compile(
    r"[Tt]he input carry (?:component )?(?P<path>\S+) is (?P<before>.+?) but the corresponding component of the carry "
    r"output is (?P<after>.+?), so"
)
_CONCRETE = "ConcretizationTypeError"
_SAME = "jax compiles the body once, for one type of carry"


def _loop(sight: Sight) -> str:
    """Which loop the student wrote: jax builds ``fori_loop`` from the other two."""
    if sight.mentions("fori_loop") or re.search(r"carry (?:component )?loop_carry\[", sight.text):
        return "fori_loop"
    found = re.search(r"\b(while_loop|scan|fori_loop)\b", sight.text)
    return found[1] if found else "loop"


def _part(path: str, loop: str) -> str:
    """``s[1]`` as ``the carry's second part``; jax's own name of the carry says nothing to a student."""
    steps = re.findall(r"\[[^\]]*\]|\.\w+", path)
    if loop == "fori_loop" and path.startswith("loop_carry"):
        steps = steps[1:]  # the first step leads past the counter that jax carries along
    if not steps:
        return "the carry"
    if len(steps) > 1 or not (number := re.fullmatch(r"\[(\d{1,3})\]", steps[0])):
        return f"the carry's part {quoted(''.join(steps), 40)}"
    return f"the carry's {ordinal(int(number[1]))} part"


def _carry(sight: Sight, _: re.Match[str]) -> str:
    loop, parts = _loop(sight), list(_PART.finditer(sight.text))
    if not parts:
        return f"{sight.code}: the carry does not come back from the body of `{loop}` with the type it went in with."
    first = parts[0]
    more = f" (and {len(parts) - 1} more)" if len(parts) > 1 else ""
    return (
        f"In the `{loop}`{sight.at}, {_part(first['path'], loop)} starts as {readable(first['before'], 60)} and comes "
        f"back as {readable(first['after'], 60)}{more}. Each round must give back what it got, for {_SAME}."
    )


def _carry_hint(sight: Sight, _: re.Match[str]) -> str:
    part = _PART.search(sight.text)
    if part and part["before"].split("[")[0].lstrip("~") == part["after"].split("[")[0].lstrip("~"):
        return "Keep the shape: write into an array of full size, or let `scan` stack the outputs."
    if part and _loop(sight) == "fori_loop" and part["after"].rstrip(",.") == "int32[]":
        return (
            "The body is called as `body(i, carry)`, the counter first: does it give back something made of the carry?"
        )
    if part:
        dtype = readable(part["after"], 40).split("[")[0].lstrip("~")
        return f"Start with the dtype you end with, for example `jnp.{dtype}(…)`, or convert before returning."
    return "Start with the dtype and shape you end with."


def _tree(sight: Sight, _: re.Match[str]) -> str:
    loop, found = _loop(sight), _TREE.search(sight.text)
    if found:
        change = (
            f"{_part(found['path'], loop)} goes in as {described(found['before'])} and comes back as "
            f"{described(found['after'])}"
        )
    elif re.search(r"output tree structure is:\s*PyTreeDef\(None\)", sight.text):
        change = "the body returns None, so the carry is lost"
    else:
        change = "the carry does not come back with the structure it went in with"
    return f"In the `{loop}`{sight.at}, {change}. Each round must give back what it got, for {_SAME}."


def _tree_hint(sight: Sight, _: re.Match[str]) -> str:
    if "PyTreeDef(None)" in sight.text:
        return "Does the body end with `return`?"
    return "Let the body return exactly the parts it takes, in the same order and nesting."


def _pair(sight: Sight, found: re.Match[str]) -> str:
    got = found["got"]
    if got.startswith("None"):
        what = "None"
    elif got.startswith("("):
        what = f"{got.count('[')} values" if "[" in got else "something else"
    else:
        what = f"one value, {readable(got, 60)}"
    return (
        f"In the `scan`{sight.at} the body returns {what}. It must return a pair: the new carry and this step's output."
    )


def _lax_call(sight: Sight) -> str:
    """The ``lax`` function the line calls with a function of the student's; "" where there is none."""
    return sight.mentions("while_loop", "fori_loop", "scan", "cond", "switch")


_TAKES = {
    "while_loop": "`cond_fun` and `body_fun` each take one argument, the whole carry",
    "fori_loop": "the body takes two arguments: the counter and the carry",
    "scan": "the body takes two arguments: the carry and one slice of the inputs",
    "cond": "each branch takes the operands that follow the branches, no more and no fewer",
    "switch": "each branch takes the operands that follow the list, no more and no fewer",
}


_GIVEN = {
    "while_loop": "`lax.while_loop(cond_fun, body_fun, init)` takes two functions and one start value",
    "fori_loop": "`lax.fori_loop(lower, upper, body, init)` takes two bounds, a function and one start value",
}


def _arity(sight: Sight, _: re.Match[str]) -> str:
    name = _lax_call(sight)
    return f"{sight.code} gives `lax.{name}` a function that takes another number of arguments: {_TAKES[name]}."


RULES = (
    Rule(
        error="TypeError",
        cause="carry-type",
        pattern=r"carry input and carry output must have equal types",
        say=_carry,
        hint=_carry_hint,
        link=links.CONTROL_FLOW,
    ),
    Rule(
        error="TypeError",
        cause="carry-structure",
        pattern=r"carry input and carry output must have the same pytree structure",
        say=_tree,
        hint=_tree_hint,
        link=links.CONTROL_FLOW,
    ),
    Rule(
        error="TypeError",
        cause="scan-pair",
        pattern=r"scan body output must be a pair, got (?P<got>.*?)\.?\s*$",
        say=_pair,
        hint="End the body with `return carry, y`; where there is no output per step, `return carry, None`.",
        link=links.SCAN,
    ),
    Rule(
        error="TypeError",
        cause="loop-predicate",
        pattern=r"cond_fun must return a boolean scalar.*?\[(?P<got>.*)\]",
        say=lambda sight, found: (
            f"The condition of the `while_loop`{sight.at} returns {readable(found['got'], 60)}, "
            "but it must return one True or False: bool[]."
        ),
        hint="Compare, and reduce an array to one answer with `jnp.any` or `jnp.all`.",
        link=links.WHILE_LOOP,
    ),
    Rule(
        error="TypeError",
        cause="fori-bounds",
        pattern=r"arguments to fori_loop must have equal types, got (?P<one>\S+) and (?P<two>\S+)",
        say="The bounds of the `fori_loop`{at} are {one} and {two}. Both must be integers of one type.",
        hint="Convert the bound to an integer before the loop.",
        link=links.FORI_LOOP,
    ),
    Rule(
        error="Exception",
        cause="scan-lengths",
        pattern=r"scan got values with different leading axis sizes: (?P<sizes>[\d, ]+)",
        say="{code} scans over arrays of different lengths ({sizes}). `scan` takes one slice of each in every step.",
        hint="Give all scanned arrays the same first axis.",
        link=links.SCAN,
    ),
    Rule(
        error="Exception",
        cause="scan-nothing",
        pattern=r"scan got no values to scan over and `length` not provided",
        say="{code} gives `scan` nothing to go through: no arrays and no `length`.",
        hint="Pass the array to scan over, or `length=`.",
        link=links.SCAN,
    ),
    Rule(
        error="Exception",
        cause="scan-single",
        pattern=r"scan got value with no leading axis to scan over|^tuple index out of range$",
        sees=lambda sight: "scan got" in sight.text or sight.called(".scan", "scan"),
        say="{code} gives `scan` a single number to go through. It goes through its third argument, slice by slice "
        "along the first axis; the second is what the carry starts as.",
        hint="Look at the order: `lax.scan(body, init, xs)`.",
        link=links.SCAN,
    ),
    Rule(
        error="ValueError",
        cause="loop-gradient",
        pattern=r"Reverse-mode differentiation does not work for lax.while_loop",
        say="{code} asks for the gradient of a `while_loop`, or of a `fori_loop` whose bounds are traced. Going "
        "backwards needs the number of rounds, and it is known only when the program runs.",
        hint="Use `lax.scan`, or `fori_loop` with bounds that are Python numbers.",
        link=links.FORI_LOOP,
    ),
    Rule(
        error="TypeError",
        cause="loop-arguments",
        pattern=r"^(?P<loop>while_loop|fori_loop)\(\) (?:missing \d+ required|takes \d+) positional argument",
        say=lambda sight, found: (
            f"{sight.code} calls `{found['loop']}` with too few or too many arguments: "
            f"{_GIVEN[found['loop']]}. What changes from round to round goes into that one value, the carry."
        ),
        hint="Put all that changes into a tuple, `init = (x, count)`; the functions take and return such a tuple.",
        link=links.CONTROL_FLOW,
    ),
    Rule(
        error=_CONCRETE,
        cause="scan-length",
        pattern=r"`length` argument to `scan`",
        say="{code} gives `scan` a traced value as its fourth argument, `length`, the number of steps. Nothing "
        "but the carry and a slice of the third argument is handed to the body.",
        hint="A function within yours sees your variables as they are; else put the value into the carry.",
        link=links.SCAN,
    ),
    Rule(
        error="ValueError",
        cause="scan-length",
        pattern=r"scan got `length` argument of (?P<length>\d+) which disagrees with .*?\[(?P<sizes>[\d, ]+)",
        say="{code} asks `scan` for {length} steps (`length`, its fourth argument) over arrays of length {sizes}.",
        hint="Leave `length` out: `scan` takes a step for each slice of its third argument.",
        link=links.SCAN,
    ),
    Rule(
        error="TypeError",
        cause="loop-function-arguments",
        pattern=r"\(\) (?:missing \d+ required positional argument|takes \d+ positional arguments? but)",
        sees=lambda sight: _lax_call(sight) and sight.frame and sight.called(*(f".{name}" for name in _TAKES), *_TAKES),
        say=_arity,
        hint="Take the carry as one argument and unpack it inside the function.",
        link=links.CONTROL_FLOW,
    ),
)
