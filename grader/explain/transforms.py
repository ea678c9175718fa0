"""Rules for ``grad``, ``vmap``, random keys and the switches that look for mistakes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.explain import links
from grader.explain.rule import Rule
from grader.explain.words import counted, joined, quoted, readable

if TYPE_CHECKING:
    from grader.explain.sight import Sight

__all__ = ["RULES"]

_AXES = re.compile(r"one axis had size (\d+): axis \d+ of argument (\S+?) of type")


def _sizes(sight: Sight, _: re.Match[str]) -> str:
    found = [f"{quoted(name, 40)} has {size}" for size, name in _AXES.findall(sight.text)]
    if len(found) < 2:  # noqa: PLR2004 - a comparison needs two
        return f"{sight.code} maps over axes of different sizes. `vmap` takes one slice of each in every step."
    return f"{sight.code} maps over axes of different sizes: {joined(found)}. `vmap` takes one slice of each."


_GRADIENTS = ("grad", "jacobian", "jacfwd", "jacrev", "hessian")


def _given_a_point(sight: Sight) -> bool:
    """Whether the line calls ``jax.grad``, or its like, with more than the function."""
    return any(name.endswith(_GRADIENTS) and len(call.args) > 1 for name, call in sight.calls())


_POINT = Rule(
    error="TypeError",
    cause="gradient-point",
    pattern=r"concrete value is expected|Only integer scalar arrays",
    sees=_given_a_point,
    say="{code} hands over an array as the second argument, which is `argnums`: the positions of the arguments to "
    "differentiate by. `jax.grad` gives a function, and that is what takes the point.",
    hint="Write `jax.grad(f)(x)`, not `jax.grad(f, x)`.",
    link=links.GRAD,
)

RULES = (
    _POINT,
    Rule(
        error="TypeError",
        cause="gradient-of-integer",
        pattern=r"grad requires real- or complex-valued inputs.*but got (?P<dtype>\w+)",
        say="{code} asks for the gradient with respect to a value of type {dtype}. A derivative needs a floating-point "
        "number.",
        hint="Write `3.0` instead of `3`, or convert with `x.astype(float)`.",
        link=links.GRAD,
    ),
    Rule(
        error="TypeError",
        cause="gradient-of-non-real",
        pattern=r"grad requires real-valued outputs.*but got (?P<dtype>\w+)",
        say="{code} asks for the gradient of a function that returns {dtype}; `jax.grad` needs a real "
        "floating-point result.",
        hint="Return a float: for a complex result its absolute value or real part, for an integer one the value "
        "before rounding.",
        link=links.GRAD,
    ),
    Rule(
        error="TypeError",
        cause="gradient-of-non-scalar",
        pattern=r"Gradient only defined for scalar-output functions\. Output (?:had shape: (?P<shape>\([\d, ]*\))"
        r"|was (?P<none>None)|was (?P<other>\())?",
        say=lambda sight, found: (
            f"{sight.code} asks for the gradient of a function that returns "
            + (
                f"an array of shape {found['shape']}"
                if found["shape"]
                else "None"
                if found["none"]
                else "a tuple"
                if found["other"]
                else "something else"
            )
            + ". `jax.grad` needs one number to differentiate."
        ),
        hint="Return a single number, for example a sum or mean; further results go with `has_aux=True`.",
        link=links.GRAD,
    ),
    Rule(
        error="TypeError",
        cause="gradient-argnums",
        pattern=r"differentiating with respect to argnums=(?P<given>\S+) requires at least (?P<least>\d+) positional",
        say=lambda sight, found: (
            f"{sight.code} differentiates by argument number {found['given']}, which takes at least "
            f"{counted(found['least'], 'positional argument', 'positional arguments')}."
        ),
        hint="`argnums` counts positional arguments from 0.",
        link=links.GRAD,
    ),
    Rule(
        error="ValueError",
        cause="vmap-sizes",
        pattern=r"vmap got inconsistent sizes",
        say=_sizes,
        hint="Give an argument that all steps share the entry `None` in `in_axes`.",
        link=links.VMAP,
    ),
    Rule(
        error="ValueError",
        cause="vmap-axes-length",
        pattern=r"vmap in_axes must be .*len\(in_axes\)=(?P<axes>\d+), len\(args\)=(?P<given>\d+)",
        say=lambda sight, found: (
            f"{sight.code} calls a mapped function with {counted(found['given'], 'argument', 'arguments')}, but "
            f"`in_axes` has {counted(found['axes'], 'entry', 'entries')}. It needs one for each positional argument."
        ),
        hint="Write one entry for each argument: an axis to map over, or None.",
        link=links.VMAP,
    ),
    Rule(
        error="ValueError",
        cause="vmap-rank",
        pattern=r"vmap was requested to map its argument along axis (?P<axis>-?\d+).*only (?P<rank>\d+) \(its shape is "
        r"(?P<shape>\([\d, ]*\))",
        say="{code} maps over axis {axis} of an array of shape {shape}, which has no such axis.",
        hint="Map over an axis that is there, or use None in `in_axes` for an argument that is not mapped.",
        link=links.VMAP,
    ),
    Rule(
        error="ValueError",
        cause="vmap-nothing",
        pattern=r"vmap must have at least one non-None value in in_axes",
        say="{code} maps over nothing: every entry of `in_axes` is None.",
        hint="Give the argument that carries the batch the number of its batch axis.",
        link=links.VMAP,
    ),
    Rule(
        error="KeyReuseError",
        cause="key-reuse",
        say="{code} uses a random key that was used before. Equal keys give equal numbers, so the draws are not "
        "independent.",
        hint="Split first: `key, subkey = jax.random.split(key)`, and draw with `subkey`.",
        link=links.error("KeyReuseError"),
    ),
    Rule(
        error="TypeError",
        cause="not-a-key",
        pattern=r"invalid PRNG key data|key must be|PRNG key",
        sees=lambda sight: sight.mentions("random", "key", "split", "fold_in") or "PRNG key data" in sight.text,
        say="{code} passes something that is not a random key where jax wants one.",
        hint="The key is the first argument: `jax.random.normal(key, shape)`. Keys come from `jax.random.key(seed)` "
        "and from `jax.random.split(key)`.",
        link=links.KEYS,
    ),
    Rule(
        error="FloatingPointError",
        cause="not-a-number",
        pattern=r"invalid value \((?P<what>\w+)\)",
        say="{code} made a {what} while jax was looking for such values.",
        hint="Look at the arguments of the last operation; print them with `jax.debug.print`.",
        link=links.NAN,
    ),
    Rule(
        error="ValueError",
        cause="trees-differ",
        pattern=r"pytree structure error: (?P<what>[^\n]+)",
        say=lambda sight, found: (
            f"{sight.code} puts together containers that are not built alike ({readable(found['what'], 80)})."
        ),
        hint="Both sides need the same keys and lengths.",
        link=links.PYTREES,
    ),
)
