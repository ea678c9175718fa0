"""What the grader may ask a worker: every question is one frozen record, and nothing else is ever sent."""

from __future__ import annotations

from typing import Literal

import msgspec

from grader.model.values import Value

__all__ = [
    "Ablate",
    "Adopt",
    "Arguments",
    "Call",
    "Canary",
    "Count",
    "Diagnose",
    "Donate",
    "Examine",
    "Export",
    "Follow",
    "HiddenArguments",
    "JitOptions",
    "Load",
    "Question",
    "Read",
    "ReadProgram",
    "Rehearse",
    "RunProgram",
    "Trace",
    "Weigh",
    "WeighProgram",
]

How = Literal["as given", "eager"]


class JitOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options with which the grader applies ``jax.jit``."""

    static_argnums: tuple[int, ...] = ()
    static_argnames: tuple[str, ...] = ()
    donate_argnums: tuple[int, ...] = ()
    donate_argnames: tuple[str, ...] = ()


class Arguments(msgspec.Struct, frozen=True, kw_only=True):
    """One call's arguments: ``positional`` in the order of the exercise's ``function``, ``keyword`` by name."""

    positional: tuple[Value, ...] = ()
    keyword: dict[str, Value] = {}


class HiddenArguments(Arguments, frozen=True, kw_only=True):
    """Those of a hidden case. On the wire they are like all others: a worker is not told that they are hidden."""


class _Question(msgspec.Struct, frozen=True, kw_only=True, tag_field="tag"):
    """What all questions share."""


class Load(_Question, tag="load", frozen=True, kw_only=True):
    """Run one Python file and find ``function`` in it. Must be a worker's first question and cannot come twice.

    ``source`` is the file's bytes, ``name`` what tracebacks call it. ``function`` may name any object (a dict of
    predictions, say). ``jit`` is ``"submission"`` (taken as it comes), ``"none"``, or the options with which
    the worker wraps it in ``jax.jit``. ``shape`` is an example of how it will be called: counts and names of
    arguments to hold against its signature (positional count, keyword names); None where it is not called.
    ``made`` tells that it is not this object but what it returns, called without arguments.
    ``watched`` has the state of the file looked at around its calls, for purity; not where its calls are timed.
    ``parts`` are the lines (from 1) at which its parts begin, where each runs although one before it failed, as a
    notebook's cells do.
    """

    source: bytes
    name: str
    function: str
    jit: JitOptions | Literal["submission", "none"]
    fixtures: bytes | None = None
    shape: tuple[int, tuple[str, ...]] | None = None
    made: bool = False
    watched: bool = True
    parts: tuple[int, ...] = ()


class Call(_Question, tag="call", frozen=True, kw_only=True):
    """Call the function once and send its result back whole.

    ``how``: ``"as given"`` goes through jit as ``Load.jit`` says; ``"eager"`` calls the unwrapped Python function.
    ``vmap``: in_axes for the positional arguments. ``gradient``: positions to differentiate by (the result is then
    the gradient: one value for one position, a tuple for several) of so many times the result as ``cotangent`` says.
    ``fixture`` names a function of ``fixtures.py`` to call instead, with the submission's function as its first
    argument. ``spent`` asks which arguments are deleted.
    """

    arguments: Arguments
    how: How = "as given"
    vmap: tuple[int | None, ...] | None = None
    gradient: tuple[int, ...] | None = None
    cotangent: float = 1.0
    fixture: str = ""
    spent: bool = False


class Read(_Question, tag="read", frozen=True, kw_only=True):
    """Send the value of a top-level name of the submission."""

    name: str


class Trace(_Question, tag="trace", frozen=True, kw_only=True):
    """Trace the function on these arguments without compiling it.

    ``within``: where it is a plain function, the largest of the jitted functions that it calls. ``placed`` asks which
    lines of the file the program's lines come from, too.
    """

    arguments: Arguments
    within: bool = False
    placed: bool = False


class Count(_Question, tag="count", frozen=True, kw_only=True):
    """Call the function once (arguments are placed beforehand) and tell each XLA compilation that happened.

    ``how`` and ``fixture`` as in ``Call``. ``cleared`` empties jax's caches first.
    """

    arguments: Arguments
    how: How = "as given"
    fixture: str = ""
    cleared: bool = False


class Donate(_Question, tag="donate", frozen=True, kw_only=True):
    """Call the function once, its programs compiled anew, and tell what became of the memory of its arguments."""

    arguments: Arguments


class Canary(_Question, tag="canary", frozen=True, kw_only=True):
    """Compile a throw-away function of this (random) name, so that XLA's own log numbers it."""

    name: str


class Examine(_Question, tag="examine", frozen=True, kw_only=True):
    """Look for impurity: trace and run the function on these arguments under all detectors."""

    arguments: Arguments


class Follow(_Question, tag="follow", frozen=True, kw_only=True):
    """Call the function once, operation by operation, and tell what becomes of each random key.

    ``settled``: what a draw gives depends only on which one it is, the first or the second, say, and not on its key.
    """

    arguments: Arguments
    settled: bool = False


class Export(_Question, tag="export", frozen=True, kw_only=True):
    """Hand over the program that a call is traced into, for another worker to run.

    ``vmap`` and ``gradient`` as in ``Call``, the cotangent being 1. Only the types of the arrays in ``arguments``
    matter: their values are zero, so that a file that would compute a result instead of a program has nothing to
    compute it from.
    """

    arguments: Arguments
    vmap: tuple[int | None, ...] | None = None
    gradient: tuple[int, ...] | None = None


class Rehearse(_Question, tag="rehearse", frozen=True, kw_only=True):
    """Make these calls, and again with other values in the place of what jitted functions give; tell what they do.

    ``fixture`` as in ``Call``.
    """

    calls: tuple[Arguments, ...]
    fixture: str = ""


class Ablate(_Question, tag="ablate", frozen=True, kw_only=True):
    """Make this call once, and tell what jitted functions do for it.

    ``exchange`` 1 and 2 put other values, each in its way, in the place of what they compute. ``fixture`` as in
    ``Call``. ``cleared`` empties jax's caches first.
    """

    arguments: Arguments
    exchange: Literal[0, 1, 2] = 0
    fixture: str = ""
    cleared: bool = False


class RunProgram(_Question, tag="run-program", frozen=True, kw_only=True):
    """Run an exported program on these arguments. ``dynamic`` are the leaves that are its inputs, as exported.

    Asked only of a worker that never saw the file that the program comes from.
    """

    program: bytes
    arguments: Arguments
    dynamic: tuple[int, ...]


class Adopt(_Question, tag="adopt", frozen=True, kw_only=True):
    """Take an exported program for the function from now on, so that calls of it cost what calls of a file's do.

    As for ``RunProgram``. A call's result is then the tuple of the program's outputs.
    """

    program: bytes
    dynamic: tuple[int, ...]


class ReadProgram(_Question, tag="read-program", frozen=True, kw_only=True):
    """Tell what an exported program is made of, without compiling it."""

    program: bytes


class Weigh(_Question, tag="weigh", frozen=True, kw_only=True):
    """Compile the program of a call (``gradient`` as in ``Call``) and tell how much memory it takes, and what for."""

    arguments: Arguments
    gradient: tuple[int, ...] | None = None


class Diagnose(_Question, tag="diagnose", frozen=True, kw_only=True):
    """Run the program of a call (``gradient`` as in ``Call``) equation by equation; tell where numbers are lost."""

    arguments: Arguments
    gradient: tuple[int, ...] | None = None


class WeighProgram(_Question, tag="weigh-program", frozen=True, kw_only=True):
    """Compile an exported program and tell how much memory it takes."""

    program: bytes


Question = (
    Load
    | Call
    | Read
    | Trace
    | Count
    | Donate
    | Canary
    | Examine
    | Follow
    | Export
    | Rehearse
    | Ablate
    | RunProgram
    | ReadProgram
    | Adopt
    | Weigh
    | Diagnose
    | WeighProgram
)
