"""What happened in a worker, as its answers tell it: exceptions, compilations, impurities; what its file says."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

__all__ = ["OWN_CLASS", "Compilation", "Derivative", "Failure", "Finding", "Frame", "Oversight"]

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


class Compilation(msgspec.Struct, frozen=True, kw_only=True):
    """One XLA compilation as the worker saw it.

    ``program`` is jax's name for it (``jit(step)``). ``kind`` is ``jit`` (a jitted function of the student's or the
    grader's), ``loop`` (an un-jitted ``lax`` loop) or ``eager`` (one eager operation). ``line`` is the student's
    line that led there, ``cause`` why it was not in the cache, in words.
    """

    program: str
    kind: Literal["jit", "loop", "eager"]
    line: int | None = None
    cause: str = ""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something a purity detector saw. ``kind`` is its stable name, ``subject`` the variable, function or file.

    ``redacted``: the process that saw it knew hidden values, so that neither subject nor detail is told.
    """

    kind: str
    fault: bool
    line: int | None = None
    subject: str = ""
    detail: str = ""
    redacted: bool = False


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
