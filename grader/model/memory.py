"""What a worker tells of memory: what became of that of a call's arguments, and how much a compiled program takes."""

from __future__ import annotations

import msgspec

__all__ = ["Buffer", "Donated", "Kept", "Weighed"]


class Buffer(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one array among the arguments of a call.

    It is of the positional ``argument`` of this number (``path`` within it, as ``['w']``). ``donated``: a jitted
    function was given its memory, one whose results are of the types ``results``; ``deleted``: it is gone afterwards;
    ``reused``: an array of the result lies where it lay, put there by a function that it was donated to. ``line`` is
    that of the file's jitted function that it was donated to, else of the first that it was passed to.
    """

    argument: int
    type: str
    path: str = ""
    donated: bool = False
    deleted: bool = False
    reused: bool = False
    results: tuple[str, ...] = ()
    line: int | None = None


class Donated(msgspec.Struct, frozen=True, kw_only=True, tag_field="tag", tag="donated"):
    """What became of the memory of all arrays among a call's positional arguments.

    ``unusable`` are the types (``float32[3]``) of donated arrays for which jax, as it warned, had no use.
    """

    buffers: tuple[Buffer, ...]
    unusable: tuple[str, ...] = ()


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """Arrays of one ``type`` that a function keeps for its backward pass: ``size`` bytes each, ``times`` so many.

    ``made`` is the operation that they come from, as jax names it, ``line`` the student's.
    """

    type: str
    size: int
    times: int
    made: str
    line: int | None = None


class Weighed(msgspec.Struct, frozen=True, kw_only=True, tag_field="tag", tag="weighed"):
    """How much memory a compiled program takes beside that of its inputs and outputs, in bytes.

    ``kept`` tells what the function keeps for its backward pass, arguments left out; None where nobody looked.
    """

    temporary: int
    kept: tuple[Kept, ...] | None = None
