"""The tiers of isolation, best first, and which of them can be had here."""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = ["TIERS", "NoIsolationError", "Tier", "choose"]


class NoIsolationError(Exception):
    """The isolation that is required cannot be had here: says so, and what can."""


class Tier(msgspec.Struct, frozen=True, kw_only=True):
    """One way to keep student code in: its name, and what it does not keep from it, in words."""

    name: str
    lacks: tuple[str, ...] = ()


LIMITS: Final = Tier(
    name="limits",
    lacks=(
        "files that you can read are readable",
        "the network is open",
        "starting processes is allowed",
        "other processes of this user can be signalled",
        "the size of temporary files is limited one by one only",
    ),
)

TIERS: Final = ("namespaces", "landlock", "uid", "limits")
"""All names, best first."""

_HERE: Final = {LIMITS.name: LIMITS}


def choose(required: str = "") -> Tier:
    """The best tier that can be had here. Raises NoIsolationError where that is less than the required one."""
    if required and required not in TIERS:
        raise NoIsolationError(f"there is no isolation called {required!r}; there are {', '.join(TIERS)}")
    best = next(_HERE[name] for name in TIERS if name in _HERE)
    if required and TIERS.index(best.name) > TIERS.index(required):
        raise NoIsolationError(
            f"this course asks for isolation {required!r} or better, and the best to be had here is {best.name!r}"
        )
    return best
