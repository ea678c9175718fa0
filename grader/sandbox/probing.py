"""Which tiers of isolation work on this machine: found out by trying them, never by the kernel's version."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec

from grader.sandbox.bubblewrap import SCRATCH, find, wrapped
from grader.sandbox.environment import command, environment
from grader.sandbox.folders import open_to_all
from grader.sandbox.grants import readable

__all__ = ["closed_python", "obstacles", "probes"]

_CONFINING: Final = ("namespaces", "landlock", "uid")
_LONGEST: Final = 20.0
_ACCELERATORS: Final = ("nvidia0", "nvidiactl", "kfd", "accel", "accel0", "vfio")
_NO_BWRAP: Final = "bubblewrap is not installed: `apt install bubblewrap`, or `pip install 'jitgrade[sandbox]'`"
_LAST_LINE: Final = 200  # characters of what a probe that failed said


@functools.cache
def obstacles() -> dict[str, str]:
    """What keeps each tier from working here, in words; empty text for one that works. Found out once a process."""
    if not sys.platform.startswith("linux"):
        return {**dict.fromkeys(_CONFINING, "only Linux has it"), "limits": ""}
    device = next((name for name in _ACCELERATORS if Path("/dev", name).exists()), "")
    if device:
        # Its driver needs more of the kernel than the filter lets through; nobody has tried that yet.
        reason = f"this machine has an accelerator (/dev/{device}), whose driver it would shut out"
        return {**dict.fromkeys(_CONFINING, reason), "limits": ""}
    found = probes()
    return {
        "namespaces": _first(found, "bubblewrap", "namespaces", "landlock", "seccomp"),
        "landlock": _first(found, "landlock", "seccomp"),
        "uid": _first(found, "seccomp", "uid") or closed_python(),
        "limits": "",
    }


def closed_python() -> str:
    """What keeps other users than this one from running Python, in words; empty where nothing does."""
    for place in (os.__file__, msgspec.__file__):
        if not open_to_all(place):
            return f"other users cannot read {place}: install Python and jitgrade where everybody can"
    return ""


@functools.cache
def probes() -> dict[str, str]:
    """What was tried, each with why it failed, or nothing: Landlock, seccomp, a user of one's own, bubblewrap."""
    bwrap = find()
    plain = _started(command("probe"))
    inside = _started(wrapped(bwrap, command("probe", SCRATCH), readable())) if bwrap else None
    found, failure = _told(plain)
    if failure:
        found = dict.fromkeys(("landlock", "seccomp", "uid"), failure)
    if inside is None:
        return {**found, "bubblewrap": _NO_BWRAP, "namespaces": _NO_BWRAP}
    within, failure = _told(inside)
    if failure:
        return {**found, "bubblewrap": f"bubblewrap fails here: {failure}", "namespaces": ""}
    return {**found, "bubblewrap": "", "namespaces": within["namespaces"]}


def _first(found: dict[str, str], *names: str) -> str:
    """The first reason among these."""
    return next((found[name] for name in names if found[name]), "")


def _started(words: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - our own interpreter and module
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(os.sep, "cpu"),
        cwd=os.sep,
        start_new_session=True,
    )


def _told(process: subprocess.Popen[bytes]) -> tuple[dict[str, str], str]:
    """What a probe found; or why it has nothing to say."""
    try:
        out, err = process.communicate(timeout=_LONGEST)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return {}, "it did not answer"
    try:
        return msgspec.json.decode(out, type=dict[str, str]), ""
    except msgspec.MsgspecError:
        lines = err.decode("utf-8", "replace").strip().splitlines()
        return {}, lines[-1][:_LAST_LINE] if lines else f"exit status {process.returncode}"
