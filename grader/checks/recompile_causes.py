"""Causes of recompilation as a student reads them: grouped, the commonest told, and what to try against it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from grader.model.incidents import (
    AheadOfTime,
    ArgumentCount,
    CacheCleared,
    Cause,
    FirstCompilation,
    LoopOutsideJit,
    NewFunction,
    NewStaticObject,
    OutsideJit,
    PassingChanged,
    PlacementChanged,
    SettingChanged,
    StaticChanged,
    StaticnessChanged,
    StructureChanged,
    Transformed,
    TypeChanged,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Row", "Told", "commonest", "in_words", "listed"]

_FEW = 3
_CONTAINER = "A container's structure, its length too, is part of the key: pass one array instead of a list of numbers."
_ONE_PROGRAM = "Put `jax.jit` around the outermost function, so that all becomes one program."


def _remedy(cause: Cause, kind: str) -> tuple[int, str]:  # noqa: C901, PLR0912 - one line for each cause
    """What to try against a cause; of several causes, against that with the lowest number."""
    match cause:
        case NewFunction():
            return 1, "Define the function once and jit it once, at the top level of the file."
        case NewStaticObject(form="no __eq__" | "no __eq__ and __hash__"):
            return 2, "Make the object once, or give its class both methods, as a frozen dataclass has them."
        case NewStaticObject():
            return 3, "Make it once, at the top level of the file, and pass the same object in every call."
        case LoopOutsideJit():
            return 4, "Put `jax.jit` around the outermost function, so that the loop becomes part of one program."
        case FirstCompilation() if kind == "loop":
            return 5, _ONE_PROGRAM
        case StaticChanged():
            return 6, "Each value of a static argument compiles a program: leave it traced if it takes many values."
        case StaticnessChanged():
            return 7, "Jit it once, with one choice of static arguments."
        case TypeChanged() if cause.before.python or cause.after.python:
            return 8, "Turn the number into an array of one dtype before it gets there, with `jnp.float32(...)` say."
        case TypeChanged() if cause.before.type == cause.after.type:
            return 9, "Start with an array of a stated dtype, `jnp.float32(0)` say, not with a Python number."
        case PlacementChanged():
            return 10, "Put the array on its device once, before the first call."
        case TypeChanged():
            return 11, "Every new shape or dtype compiles a program: pass arrays of one shape and dtype."
        case PassingChanged():
            return 12, "Pass the argument in the same way in every call."
        case StructureChanged():
            return 13, _CONTAINER
        case ArgumentCount():
            return 14, "Pass the same arguments in every call."
        case SettingChanged():
            return 15, "Change settings of jax once, at the top of the file."
        case CacheCleared():
            return 16, "Leave jax's cache alone: it is what makes the second call fast."
        case Transformed():
            return 17, "Put `jax.jit` around the outermost function, outside `jax.grad` and `jax.vmap`."
        case OutsideJit(again=True):
            return 18, (
                "Operations outside jit are compiled for every shape: use NumPy there, or move them into the jitted "
                "function."
            )
        case OutsideJit():
            return 19, "Operations outside jit are compiled one by one: put them into the jitted function."
        case AheadOfTime():
            return 20, "Compile ahead of time while the file loads, not in each call."
        case _:
            return 21, _ELSE


_ELSE = "Jit the outermost function only, once: what it calls becomes part of its program."


def in_words(causes: Sequence[Cause], kind: str) -> str:
    """Why a program was not in the cache, as a student reads it; "" where that is not known.

    Values that were redacted are not told.
    """
    return "; ".join(_in_words(cause, kind) for cause in causes)


def _in_words(cause: Cause, kind: str) -> str:  # noqa: C901, PLR0912 - one line for each cause
    match cause:
        case FirstCompilation():
            return "first compilation of a loop outside jit" if kind == "loop" else "first compilation"
        case OutsideJit():
            again = ", compiled again for another type, shape or size"
            return f"an operation outside jit{again if cause.again else ''}"
        case AheadOfTime():
            return "compiled ahead of time"
        case LoopOutsideJit():
            what = "`lax.cond`" if cause.cond else "loop"
            return f"this {what} runs outside jit, so its functions are new on each call"
        case Transformed():
            return "differentiated or vmapped outside jit, which compiles programs of its own"
        case SettingChanged():
            return f"the jax setting {cause.name} changed"
        case CacheCleared():
            return "nothing about the arguments changed: the compilation cache was cleared"
        case NewFunction() | NewStaticObject():
            return _new(cause)
        case ArgumentCount():
            if cause.before == cause.after:  # redacted
                return "another number of arguments than before"
            return f"{cause.after} arguments, where {cause.before} came before"
        case StaticnessChanged():
            return f"{cause.name} is {'static' if cause.static else 'traced'} here and was not before"
        case PassingChanged():
            passed = ("by keyword", "by position") if cause.by_keyword else ("by position", "by keyword")
            return f"{cause.name} passed {passed[0]}, {passed[1]} before"
        case StaticChanged(before="", after=""):
            return about(cause)
        case StaticChanged():
            if cause.before == cause.after:
                return f"{about(cause)}: {cause.after}, which has another hash than before"
            return f"{about(cause)}: {cause.before} → {cause.after}"
        case StructureChanged():
            return f"{about(cause)}: {cause.before} → {cause.after}" if cause.after else about(cause)
        case PlacementChanged():
            return f"{about(cause)}: placed on its device in another way"
        case TypeChanged():
            return _type_in_words(cause)


def _new(cause: NewFunction | NewStaticObject) -> str:
    """An object that is new on each call."""
    name = cause.name if isinstance(cause, NewFunction) else cause.of
    at = f" (line {cause.line})" if cause.line else ""
    kind = {
        "partial": f"a functools.partial of `{name}`",
        "method": f"the bound method `{name}`",
        "wrapper": f"a wrapper of `{name}`",
        "lambda": "a lambda",
        "object": f"a `{name}` object",
        "function": f"`{name}`, which is defined anew each time",
    }.get(cause.form, f"a `{name}`, a class with {cause.form}")
    if isinstance(cause, NewFunction):
        return f"a new function object on each call: {kind}{at}"
    return f"{about(cause)}: a new object on each call, {kind}{at}"


def _type_in_words(cause: TypeChanged) -> str:
    """The change of a type: Python's class, then shape and dtype, then weakness."""
    old, new = cause.before, cause.after
    if not old.type:
        return about(cause)
    words = [f"a Python {leaf.python}" if leaf.python else f"an array {leaf.type}" for leaf in (old, new)]
    if old.python and new.python:
        return f"{about(cause)}: {words[0]} came before, now {words[1]} ({old.type} → {new.type})"
    if (old.python or new.python) and old.weak != new.weak:
        return f"{about(cause)}: {words[1]} where {words[0]} came before (weak type {old.weak} → {new.weak})"
    if old.type != new.type:
        return f"{about(cause)}: {old.type} → {new.type}"
    return f"{about(cause)}: weak type {old.weak} → {new.weak}, with the same {new.type}"


def about(cause: Cause) -> str:
    """What a cause has in common with others, whatever the values are; "" where it has no argument to name."""
    match cause:
        case StaticChanged() | NewStaticObject():
            return f"static {cause.name}"
        case StructureChanged():
            return f"the structure of {cause.name}"
        case TypeChanged() | PlacementChanged():
            return f"arg {cause.name}"
        case _:
            return ""


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
    causes: tuple[Cause, ...] = ()

    @property
    def cause(self) -> str:
        """Its causes in words."""
        return in_words(self.causes, self.kind)

    @property
    def told(self) -> dict[str, object]:
        """It as the JSON report has it; ``tags`` name the causes for whoever does not read sentences."""
        tags = [cause.__struct_config__.tag for cause in self.causes]
        return {
            "call": self.call,
            "line": self.line,
            "program": self.program,
            "kind": self.kind,
            "cause": self.cause,
            "tags": tags,
        }

    @property
    def group(self) -> str:
        """What it has in common with others: the cause without the values that differ."""
        return (about(self.causes[0]) if self.causes else "") or self.cause or f"compiled {self.program}"

    @property
    def first(self) -> bool:
        """Whether nothing was compiled for it before."""
        return any(isinstance(cause, FirstCompilation) for cause in self.causes)

    @property
    def again(self) -> bool:
        """Whether it is an operation outside jit that was compiled before."""
        return any(isinstance(cause, OutsideJit) and cause.again for cause in self.causes)


def commonest(rows: Sequence[Row]) -> Told:
    """The cause that most of these compilations share.

    An operation outside jit that was compiled but once is told only where nothing was compiled again; a first
    compilation only where there is nothing else.
    """
    again = [row for row in rows if (row.kind != "eager" or row.again) and not row.first]
    pool = again or [row for row in rows if row.kind == "eager"] or rows
    group, times = Counter(row.group for row in pool).most_common(1)[0]
    chosen = [row for row in pool if row.group == group]
    lines = sorted({row.line for row in chosen if row.line is not None})
    names = listed([f"`{name}`" for name in dict.fromkeys(_plain(row.program) for row in chosen)])
    cause = chosen[0].cause or "no cause is known"
    told = len(lines) == 1 and lines[0] in [getattr(one, "line", None) for one in chosen[0].causes]
    where = f" (line{'s' if len(lines) > 1 else ''} {listed(lines)})" if lines and not told else ""
    if chosen[0].first:
        words = f"None was compiled twice: they are {names}{where}."
    else:
        more = ", and so on" if any(row.cause != cause for row in chosen) else ""
        words = f"{times} of them, {names}{where}, have one cause: {cause}{more}."
        if times == 1:
            words = f"One of them, {names}{where}, has this cause: {cause}{more}."
    _, advice = min((_remedy(one, chosen[0].kind) for one in chosen[0].causes), default=(0, _ELSE))
    return Told(words=words, line=lines[0] if lines else None, advice=advice)


def listed(things: Sequence[object]) -> str:
    """The first few, and a mark where there are more."""
    return ", ".join(map(str, things[:_FEW])) + (", …" if len(things) > _FEW else "")


def _plain(program: str) -> str:
    """The function's name within jax's name for its program."""
    return program.removeprefix("jit(").removesuffix(")")
