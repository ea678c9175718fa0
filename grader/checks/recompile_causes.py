"""Causes of recompilation as a student reads them: grouped, the commonest told, and what to try against it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Row", "Told", "commonest", "listed", "veiled"]

_FEW = 3
_FIRST = "first compilation"
_AGAIN = "outside jit, compiled again"
# The beginning or a part of a cause, in order of precedence, and what to try. "" stands for everything else.
_REMEDIES = (
    ("a new function object", "Define the function once and jit it once, at the top level of the file."),
    ("a class with no", "Make the object once, or give its class both methods, as a frozen dataclass has them."),
    (
        "a new object on each call",
        "Make it once, at the top level of the file, and pass the same object in every call.",
    ),
    ("outside jit, so", "Put `jax.jit` around the outermost function, so that the loop becomes part of one program."),
    ("of a loop outside jit", "Put `jax.jit` around the outermost function, so that all becomes one program."),
    ("static ", "Each value of a static argument compiles a program: leave it traced if it takes many values."),
    ("is static here", "Jit it once, with one choice of static arguments."),
    ("Python ", "Turn the number into an array of one dtype before it gets there, with `jnp.float32(...)` say."),
    ("weak type", "Start with an array of a stated dtype, `jnp.float32(0)` say, not with a Python number."),
    ("placed on its device", "Put the array on its device once, before the first call."),
    ("arg ", "Every new shape or dtype compiles a program: pass arrays of one shape and dtype."),
    (" passed by ", "Pass the argument in the same way in every call."),
    (
        "the structure of",
        "A container's structure, its length too, is part of the key: pass one array instead of a list of numbers.",
    ),
    ("arguments, where", "Pass the same arguments in every call."),
    ("setting ", "Change settings of jax once, at the top of the file."),
    ("cache was cleared", "Leave jax's cache alone: it is what makes the second call fast."),
    ("vmapped outside jit", "Put `jax.jit` around the outermost function, outside `jax.grad` and `jax.vmap`."),
    (
        _AGAIN,
        "Operations outside jit are compiled for every shape: use NumPy there, or move them into the jitted function.",
    ),
    ("operation outside jit", "Operations outside jit are compiled one by one: put them into the jitted function."),
    ("ahead of time", "Compile ahead of time while the file loads, not in each call."),
    ("", "Jit the outermost function only, once: what it calls becomes part of its program."),
)


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """One cause in words: what was compiled for it, the first line, what to try."""

    words: str
    line: int | None
    advice: str


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One compilation as the report has it: ``call`` counts from 1."""

    call: int
    line: int | None
    program: str
    kind: str
    cause: str

    @property
    def group(self) -> str:
        """What it has in common with others: the cause without the values that differ."""
        return veiled(self.cause) or f"compiled {self.program}"


def veiled(cause: str) -> str:
    """The cause without the values in it: ``static n: 2 → 3`` becomes ``static n``."""
    return cause.partition(":")[0] if cause.startswith(("static ", "arg ", "the structure of ")) else cause


def commonest(rows: Sequence[Row]) -> Told:
    """The cause that most of these compilations share.

    An operation outside jit that was compiled but once is told only where nothing was compiled again; a first
    compilation only where there is nothing else.
    """
    compiled_again = [row for row in rows if row.kind != "eager" or _AGAIN in row.cause]
    again = [row for row in compiled_again if not row.cause.startswith(_FIRST)]
    pool = again or [row for row in rows if row.kind == "eager"] or rows
    group, times = Counter(row.group for row in pool).most_common(1)[0]
    chosen = [row for row in pool if row.group == group]
    lines = sorted({row.line for row in chosen if row.line is not None})
    names = listed([f"`{name}`" for name in dict.fromkeys(_plain(row.program) for row in chosen)])
    cause = chosen[0].cause or "no cause is known"
    told = len(lines) == 1 and f"(line {lines[0]})" in cause
    where = f" (line{'s' if len(lines) > 1 else ''} {listed(lines)})" if lines and not told else ""
    if cause.startswith(_FIRST):
        words = f"None was compiled twice: they are {names}{where}."
    else:
        more = ", and so on" if any(row.cause != cause for row in chosen) else ""
        words = f"{times} of them, {names}{where}, have one cause: {cause}{more}."
        if times == 1:
            words = f"One of them, {names}{where}, has this cause: {cause}{more}."
    advice = next(advice for part, advice in _REMEDIES if part in chosen[0].cause)
    return Told(words=words, line=lines[0] if lines else None, advice=advice)


def listed(things: Sequence[object]) -> str:
    """The first few, and a mark where there are more."""
    return ", ".join(map(str, things[:_FEW])) + (", …" if len(things) > _FEW else "")


def _plain(program: str) -> str:
    """The function's name within jax's name for its program."""
    return program.removeprefix("jit(").removesuffix(")")
