"""What happened in a worker, as its answers tell it: exceptions, compilations, impurities; what its file says."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

__all__ = [
    "OWN_CLASS",
    "AheadOfTime",
    "ArgumentCount",
    "CacheCleared",
    "Cause",
    "Compilation",
    "Derivative",
    "Failure",
    "FaultKind",
    "Finding",
    "FirstCompilation",
    "Frame",
    "LeafType",
    "LoopOutsideJit",
    "MutatedStatic",
    "Narrowed",
    "NewFunction",
    "NewStaticObject",
    "NumberFault",
    "OutsideJit",
    "Oversight",
    "PassingChanged",
    "PlacementChanged",
    "SettingChanged",
    "StaticChanged",
    "StaticnessChanged",
    "StructureChanged",
    "Transformed",
    "TypeChanged",
]

FaultKind = Literal["nan", "infinite", "wraps", "index", "steep", "flat", "partly", "constant"]

OWN_CLASS: Final = "an exception of its own"
"""Stands for the name of a class of exceptions that the file may have defined, where its name is not to be told."""


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the student's file on the way to an exception (1-based ``line``).

    ``part`` is the text of the expression that was being worked out, ``called`` whether what it calls was at work then
    (else its value was being used), and ``traced`` are the variables in it that hold tracers; empty where that is not
    known.
    """

    line: int
    function: str
    text: str = ""
    part: str = ""
    called: bool = False
    traced: tuple[str, ...] = ()


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """An exception: type name, names along its MRO, full text, the student's frames (innermost last), its cause.

    ``cause`` is ``__cause__``, else ``__context__`` unless suppressed. ``stage`` tells where it happened;
    ``worker`` says that the worker itself is at fault, not the file: a claim like any other, so it makes a check
    broken only where the reference, run the same way, fails too. ``errno`` is the system's number for what it
    refused, ``through`` the modules between the student's innermost line and where it was raised, and ``own`` whether
    a ``raise`` of the file made it. ``redacted``: it is of a hidden case, and what the file could have written is left
    out.
    """

    type: str
    mro: tuple[str, ...]
    message: str
    frames: tuple[Frame, ...] = ()
    cause: Failure | None = None
    stage: Literal["import", "lookup", "signature", "call", "result", "fixture", "worker", "program"] = "call"
    errno: int | None = None
    through: tuple[str, ...] = ()
    own: bool = False
    redacted: bool = False


class _Cause(msgspec.Struct, frozen=True, kw_only=True, tag_field="tag"):
    """A fact about why a program was not in the cache. The grader alone makes words of it."""


class FirstCompilation(_Cause, tag="first", frozen=True, kw_only=True):
    """Nothing was compiled for it before."""


class OutsideJit(_Cause, tag="outside-jit", frozen=True, kw_only=True):
    """It is one operation outside jit, compiled ``again`` for another type, shape or size."""

    again: bool = False


class AheadOfTime(_Cause, tag="ahead-of-time", frozen=True, kw_only=True):
    """It was compiled by ``lower`` and ``compile``."""


class LoopOutsideJit(_Cause, tag="loop-outside-jit", frozen=True, kw_only=True):
    """It is a loop of jax's (or a ``lax.cond``) outside jit, whose functions are new on each call."""

    cond: bool = False


class Transformed(_Cause, tag="transformed", frozen=True, kw_only=True):
    """A jitted function was differentiated or vmapped outside jit."""


class SettingChanged(_Cause, tag="setting-changed", frozen=True, kw_only=True):
    """A setting of jax changed."""

    name: str


class CacheCleared(_Cause, tag="cache-cleared", frozen=True, kw_only=True):
    """Nothing changed that the key is made of."""


class NewFunction(_Cause, tag="new-function", frozen=True, kw_only=True):
    """What was jitted is a new object of this ``form``, of the code of this name on this line."""

    form: Literal["partial", "method", "wrapper", "lambda", "object", "function"]
    name: str
    line: int


class ArgumentCount(_Cause, tag="argument-count", frozen=True, kw_only=True):
    """Another number of arguments was given."""

    before: int
    after: int


class StaticnessChanged(_Cause, tag="staticness-changed", frozen=True, kw_only=True):
    """An argument is static now, or no longer."""

    name: str
    static: bool


class PassingChanged(_Cause, tag="passing-changed", frozen=True, kw_only=True):
    """An argument was passed by keyword now, or no longer."""

    name: str
    by_keyword: bool


class NewStaticObject(_Cause, tag="new-static-object", frozen=True, kw_only=True):
    """A static argument that jax knows by which object it is (``of`` this name or class, on this line) is a new one."""

    name: str
    form: Literal["lambda", "function", "partial", "no __eq__", "no __eq__ and __hash__"]
    of: str = ""
    line: int | None = None


class StaticChanged(_Cause, tag="static-changed", frozen=True, kw_only=True):
    """A static argument has another value, or the same text with another hash."""

    name: str
    before: str
    after: str


class StructureChanged(_Cause, tag="structure-changed", frozen=True, kw_only=True):
    """An argument is made up of its arrays in another way."""

    name: str
    before: str
    after: str


class PlacementChanged(_Cause, tag="placement-changed", frozen=True, kw_only=True):
    """An array is committed to another device or sharding, or no longer to any."""

    name: str


class LeafType(msgspec.Struct, frozen=True, kw_only=True):
    """The type of an array or number as jaxprs print it; ``python`` is the class of a Python number, else empty."""

    type: str
    python: str = ""
    weak: bool = False


class TypeChanged(_Cause, tag="type-changed", frozen=True, kw_only=True):
    """An array or number is of another type: shape, dtype, weakness, or Python number instead of array."""

    name: str
    before: LeafType
    after: LeafType


Cause = (
    FirstCompilation
    | OutsideJit
    | AheadOfTime
    | LoopOutsideJit
    | Transformed
    | SettingChanged
    | CacheCleared
    | NewFunction
    | ArgumentCount
    | StaticnessChanged
    | PassingChanged
    | NewStaticObject
    | StaticChanged
    | StructureChanged
    | PlacementChanged
    | TypeChanged
)


class Compilation(msgspec.Struct, frozen=True, kw_only=True):
    """One XLA compilation as the worker saw it.

    ``program`` is jax's name for it (``jit(step)``). ``kind`` is ``jit`` (a jitted function of the student's or the
    grader's), ``loop`` (an un-jitted ``lax`` loop) or ``eager`` (one eager operation). ``line`` is the student's
    line that led there, ``causes`` why it was not in the cache; empty where that is not known.
    """

    program: str
    kind: Literal["jit", "loop", "eager"]
    line: int | None = None
    causes: tuple[Cause, ...] = ()


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something a purity detector saw. ``kind`` is its stable name, ``subject`` the variable, function or file.

    ``each_call`` tells that the line runs in every call of the function as it is called here, not only while jax
    traces: it stands outside of what is jitted. ``redacted``: the process that saw it knew hidden values, so that
    neither subject nor detail is told.
    """

    kind: str
    fault: bool
    line: int | None = None
    subject: str = ""
    detail: str = ""
    each_call: bool = False
    redacted: bool = False


class MutatedStatic(msgspec.Struct, frozen=True, kw_only=True):
    """A static argument that changed after jax had kept a program under it: in a call on the line ``kept``.

    ``line`` is the one in a function of the file that sets ``attribute``, where there is one.
    ``rehashed``: its hash changed, or cannot be had any more. Else only what it holds did.
    """

    name: str
    attribute: str = ""
    line: int | None = None
    kept: int | None = None
    rehashed: bool = False


class Oversight(msgspec.Struct, frozen=True, kw_only=True):
    """What a line does not do, though it seems to: an update kept nowhere, a question (``code``) no tracer answers."""

    kind: Literal["dropped-update", "type-question"]
    line: int
    code: str = ""


class Derivative(msgspec.Struct, frozen=True, kw_only=True):
    """A function with a custom derivative, or a rule of one (as ``name``, on ``line``), ``of`` that function.

    ``unused`` is its last parameter where its text leaves that out: of a rule, what comes in from outside.
    """

    of: str
    kind: Literal["function", "jvp", "fwd", "bwd"]
    name: str
    line: int
    unused: str = ""


class NumberFault(msgspec.Struct, frozen=True, kw_only=True):
    """An operation at which numbers of a call are lost: its primitive, the student's line, what it is given there.

    ``kind``: ``nan`` and ``infinite`` (the first in the result), ``wraps`` (an integer leaves its type's range),
    ``index`` (outside the array; ``operands`` are index and size of the axis), ``steep`` (a finite derivative comes
    in, one that is not finite goes out), ``flat`` (a derivative comes in, 0 goes out), ``constant`` (the result does
    not depend on what is differentiated). ``by`` is the function of jax's that it is part of. ``operands`` are one
    entry of each of its inputs, where they belong together; ``result`` is what it gave for them (of an integer what
    it should have been, of a derivative what went out), ``weight`` the derivative that came in, ``place`` the input
    that it is by.
    """

    kind: FaultKind
    primitive: str
    line: int | None = None
    by: str = ""
    operands: tuple[float, ...] = ()
    result: float = 0.0
    weight: float = 1.0
    stopped: str = ""
    place: int = 0
    dtype: str = ""


class Narrowed(msgspec.Struct, frozen=True, kw_only=True):
    """A line that asks for a type of 64 bits, and the one that it gets."""

    line: int
    asked: str
    got: str
