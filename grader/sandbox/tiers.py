"""The tiers of isolation, best first, and which of them can be had here."""

from __future__ import annotations

import os
from typing import Final

import msgspec

from grader.sandbox.probing import closed_python, obstacles

__all__ = ["TIERS", "NoIsolationError", "Tier", "choose", "laid_open", "stricter"]


class NoIsolationError(Exception):
    """The isolation that is required cannot be had here: says so, what is missing for it, and what can be had."""


class Tier(msgspec.Struct, frozen=True, kw_only=True):
    """One way to keep student code in: its name, and what it does not keep from it, in words."""

    name: str
    lacks: tuple[str, ...] = ()

    @property
    def confines(self) -> bool:
        """Whether the kernel keeps a worker in, beyond limits on what it uses."""
        return self.name != "limits"

    @property
    def on_disk(self) -> bool:
        """Whether workers' folders lie on the disk, where their size is looked at from outside, a moment late."""
        return self.name != "namespaces"


_LATE: Final = "temporary files are counted from outside, so a flood of them is stopped a moment late"
_KNOWN: Final = {
    tier.name: tier
    for tier in (
        Tier(name="namespaces"),
        Tier(name="landlock", lacks=(_LATE,)),
        Tier(
            name="uid",
            lacks=(
                "files that everybody on this machine can read are readable",
                "folders where everybody may write can be written",
                _LATE,
            ),
        ),
        Tier(
            name="limits",
            lacks=(
                "files that you can read are readable",
                "the network is open",
                "starting processes is allowed",
                "other processes of this user can be signalled",
                _LATE,
            ),
        ),
    )
}

TIERS: Final = tuple(_KNOWN)
"""All names, best first."""


def stricter(*names: str) -> str:
    """The strongest of these requirements, of which an empty one requires nothing; an unknown name is passed on."""
    unknown = [name for name in names if name and name not in _KNOWN]
    known = [name for name in TIERS if name in names]
    return (unknown or known or [""])[0]


def choose(required: str = "", *, exactly: str = "", forks: bool = True) -> Tier:
    """The best tier that works here, found out by trying; or ``exactly`` this one.

    ``forks`` tells whether there is a fork server, which all but ``limits`` need. Raises NoIsolationError where the
    best is less than ``required``, or the one that is asked for does not work.
    """
    for name in (required, exactly):
        if name and name not in _KNOWN:
            raise NoIsolationError(f"there is no isolation called {name!r}; there are {', '.join(TIERS)}")
    if exactly == "limits":
        return _KNOWN[exactly]
    missing = obstacles() if forks else dict.fromkeys(TIERS[:-1], "it needs the fork server, which is for Linux")
    if exactly:
        if missing.get(exactly):
            raise NoIsolationError(f"isolation {exactly!r} does not work here: {missing[exactly]}")
        return _here(exactly)
    best = next(name for name in TIERS if not missing.get(name))
    if required and TIERS.index(best) > TIERS.index(required):
        wanted = TIERS[: TIERS.index(required) + 1]
        reasons = "; ".join(f"{name}: {missing[name]}" for name in reversed(wanted))
        raise NoIsolationError(
            f"isolation {required!r} or better is required, and the best to be had here is {best!r} ({reasons})"
        )
    return _here(best)


def laid_open(tier: Tier, what: str) -> Tier:
    """All that may be promised of a tier where something that it was to keep from workers is open: ``what``, in words.

    How workers are locked in stays as it is, so it lacks no more than that beside what it lacked before.
    """
    return Tier(name="limits", lacks=tuple(dict.fromkeys((what, *tier.lacks))))


def _here(name: str) -> Tier:
    """The tier as it is on this machine."""
    tier = _KNOWN[name]
    if name == "landlock" and os.name == "posix" and os.geteuid() == 0 and closed_python():
        owned = "workers open files as the owner of this Python, within what is granted, since others cannot read it"
        return msgspec.structs.replace(tier, lacks=(*tier.lacks, owned))
    return tier
