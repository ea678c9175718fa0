"""What a worker may answer. Every answer is a claim: checks verify what the grader can see itself."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from grader.model.incidents import (
    Compilation,
    Derivative,
    Failure,
    Finding,
    MutatedStatic,
    Narrowed,
    NumberFault,
    Oversight,
)
from grader.model.key_use import KeyUse
from grader.model.memory import Donated, Weighed
from grader.model.values import Value

__all__ = [
    "OWN",
    "Ablated",
    "Answer",
    "Claim",
    "Compiled",
    "Counted",
    "Diagnosed",
    "Ended",
    "Examined",
    "Exported",
    "Followed",
    "Loaded",
    "Operations",
    "Raised",
    "Rehearsed",
    "Returned",
    "Traced",
    "Unexported",
]


OWN: Final = "own:"
"""Stands before the name of a primitive that is not known as jax's own."""


class _Answer(msgspec.Struct, frozen=True, kw_only=True, tag_field="tag"):
    """What all answers share."""


class Loaded(_Answer, tag="loaded", frozen=True, kw_only=True):
    """The file ran and the name was found.

    ``names`` are its public top-level names; ``jitted`` whether the object came jitted; ``x64`` whether 64-bit types
    are on after loading; ``compilations`` those during loading; ``left_out`` why parts of it did not run to their end;
    ``static`` the line on which the object's definition names static arguments; ``derivatives`` the custom ones.
    ``devices`` is how many jax has there, ``simulated`` the line that asks for several.
    """

    names: tuple[str, ...]
    signature: str
    jitted: bool
    x64: bool
    platform: str
    device: str
    jax: str
    jaxlib: str
    python: str
    line: int | None = None
    compilations: tuple[Compilation, ...] = ()
    left_out: tuple[Failure, ...] = ()
    oversights: tuple[Oversight, ...] = ()
    static: int | None = None
    derivatives: tuple[Derivative, ...] = ()
    devices: int = 1
    simulated: int | None = None


class Returned(_Answer, tag="returned", frozen=True, kw_only=True):
    """A result. ``printed`` tells whether the student's code wrote to stdout or stderr during the call.

    ``spent`` are, where it was asked, the positional arguments with an array that was deleted. ``changed`` are static
    arguments that changed after a program was compiled for them, in this call or before.
    """

    value: Value
    printed: bool = False
    spent: tuple[int, ...] = ()
    changed: tuple[MutatedStatic, ...] = ()


class Raised(_Answer, tag="raised", frozen=True, kw_only=True):
    """The student's file (or what it called) raised."""

    failure: Failure


class Traced(_Answer, tag="traced", frozen=True, kw_only=True):
    """A traced program: primitives with their counts (sub-programs included), in and out types, its jaxpr.

    ``primitives`` is empty and ``jaxpr`` "" where the object cannot be traced as a whole (a plain function around a
    jitted one): ``whole`` is then False. ``equations`` counts all equations, those of sub-programs too, ``lines``
    tells which primitives come from which of the student's lines, as far as jax knows, and how many.
    ``loops`` are the file's Python loops that were written out, by their line, with the number of equations that each
    made. ``places`` are the file's 1-based lines that the lines of ``jaxpr`` come from, 0 where one comes from none;
    empty where nobody asked.
    """

    whole: bool
    primitives: dict[str, int] = {}
    equations: int = 0
    lines: dict[int, dict[str, int]] = {}
    loops: dict[int, int] = {}
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()
    jaxpr: str = ""
    places: tuple[int, ...] = ()


class Counted(_Answer, tag="counted", frozen=True, kw_only=True):
    """What one call compiled, and how it ended. ``config`` names jax settings that the call changed."""

    compilations: tuple[Compilation, ...]
    outcome: Returned | Raised
    config: tuple[str, ...] = ()


class Compiled(_Answer, tag="compiled", frozen=True, kw_only=True):
    """The canary was compiled."""


class Examined(_Answer, tag="examined", frozen=True, kw_only=True):
    """What the purity detectors saw."""

    findings: tuple[Finding, ...]


class Followed(_Answer, tag="followed", frozen=True, kw_only=True):
    """The uses of random keys in one call, in order, and how it ended. ``whole``: all of it was gone through."""

    uses: tuple[KeyUse, ...]
    outcome: Returned | Raised
    whole: bool = True


class Exported(_Answer, tag="exported", frozen=True, kw_only=True):
    """A program for another worker to run, as ``jax.export`` serialises it, over flat arrays.

    ``dynamic`` are the leaves of the arguments that are its inputs; the others are bound. ``structure`` is how its
    outputs make up the result: each stands in it as the text ``output 0``, or ``output 0 threefry2x32`` where it is
    a random key. ``digest`` tells programs apart by what they compute, whatever their functions are called.
    """

    program: bytes
    digest: str
    dynamic: tuple[int, ...]
    structure: Value


class Unexported(_Answer, tag="unexported", frozen=True, kw_only=True):
    """Why there is no program: ``detail`` says what stood in the way, ``line`` where.

    ``reason``: ``callback`` (it calls Python on the host while it runs), ``foreign`` (it calls machine code that jax
    does not vouch for), ``untraceable`` (it needs values while it is traced), ``bound`` (it has no input: all arguments
    are static), ``bare`` (as the two before, and its result comes from no function that is jitted and no loop of
    jax), ``large``, ``unserialisable``.
    """

    reason: Literal["callback", "foreign", "untraceable", "bound", "bare", "large", "unserialisable"]
    detail: str = ""
    line: int | None = None


class Rehearsed(_Answer, tag="rehearsed", frozen=True, kw_only=True):
    """What jitted functions do for the results of a few calls.

    ``idle``: none of the work, surely. The results stay the same whatever they give, or they only hand on what they
    were given. ``ahead``: an executable was called that was compiled ahead of time.
    """

    idle: bool
    ahead: bool = False


class Ablated(_Answer, tag="ablated", frozen=True, kw_only=True):
    """What jitted functions did for one call, and how it ended.

    ``works`` counts the calls of jitted functions that computed something, and did not only hand on what they were
    given. ``elsewhere`` tells that more may be jitted than was seen, in another thread or a loop outside jit.
    ``cost`` is how much arithmetic they did, ``executables`` tell apart those compiled ahead of time that were called.
    ``foreign`` are digests of what the file made beside them: of inputs that are no part of the arguments or of other
    jitted functions' outputs, and of results that are no part of any.
    """

    works: int
    outcome: Returned | Raised
    elsewhere: bool = False
    cost: float = 0.0
    executables: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()


class Operations(_Answer, tag="operations", frozen=True, kw_only=True):
    """The StableHLO operations of a program with their counts, those in its loops and branches included."""

    counts: dict[str, int]


class Diagnosed(_Answer, tag="diagnosed", frozen=True, kw_only=True):
    """The operations at which numbers of a call are lost, those first that others follow from; lines with 64 bits."""

    faults: tuple[NumberFault, ...] = ()
    narrowed: tuple[Narrowed, ...] = ()


class Ended(_Answer, tag="ended", frozen=True, kw_only=True):
    """The worker is gone: made by the grader, never accepted from a worker, and the answer to all later questions.

    ``reason``: ``time`` (deadline passed), ``memory``, ``exit`` (the file left the process), ``crash`` (a native
    one), ``tampering`` (malformed or unexpected frames), ``output`` (flood), ``disk`` (too many or too large files),
    ``threads`` (too many). ``line`` is the student's line it was last seen at, ``text`` that line; ``looping`` whether
    that was Python code of the file (else inside jax or a library); ``statement`` the line at the file's top level that
    led there.
    """

    reason: Literal["time", "memory", "exit", "crash", "tampering", "output", "disk", "threads"]
    detail: str = ""
    line: int | None = None
    text: str = ""
    looping: bool = False
    statement: int | None = None


Claim = (
    Loaded
    | Returned
    | Raised
    | Traced
    | Counted
    | Compiled
    | Examined
    | Followed
    | Exported
    | Unexported
    | Rehearsed
    | Ablated
    | Operations
    | Donated
    | Weighed
    | Diagnosed
)
"""What a worker may answer: every answer but ``Ended``, which only the grader gives."""

Answer = Claim | Ended
