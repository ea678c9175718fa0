"""Which tiers of isolation work on this machine: found out by trying them, never by the kernel's version."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from grader.model.platforms import PLATFORMS
from grader.sandbox.bubblewrap import SCRATCH, find, wrapped
from grader.sandbox.environment import command, environment
from grader.sandbox.folders import open_to_all
from grader.sandbox.grants import readable

__all__ = ["closed_python", "obstacles"]

_CONFINING: Final = ("namespaces", "landlock", "uid")
_LONGEST: Final = 20.0
_NO_BWRAP: Final = "bubblewrap is not installed: `apt install bubblewrap`, or `pip install 'jitgrade[sandbox]'`"
_LAST_LINE: Final = 200  # characters of what a probe that failed said


class _Obstacles(Mapping[str, str]):
    """What keeps each tier from working here; a tier is tried when it is first asked about."""

    def __getitem__(self, tier: str) -> str:
        return _obstacle(tier)

    def __iter__(self) -> Iterator[str]:
        return iter((*_CONFINING, "limits"))

    def __len__(self) -> int:
        return len(_CONFINING) + 1


def obstacles() -> Mapping[str, str]:
    """What keeps each tier from working here, in words; empty text for one that works.

    Each is tried once a process, when it is first asked about.
    """
    return _Obstacles()


@functools.cache
def _obstacle(tier: str) -> str:
    if tier == "limits":
        return ""
    if tier not in _CONFINING:
        raise KeyError(tier)
    if not sys.platform.startswith("linux"):
        return "only Linux has it"
    device = next((name for one in PLATFORMS.values() for name in one.nodes if Path("/dev", name).exists()), "")
    if device:
        # Its driver needs more of the kernel than the filter lets through; nobody has tried that yet.
        return f"this machine has an accelerator (/dev/{device}), whose driver it would shut out"
    if tier == "namespaces":
        return _inside()
    found = _outside()
    if tier == "landlock":
        return found["landlock"] or found["seccomp"]
    return found["seccomp"] or found["uid"] or closed_python()


def closed_python() -> str:
    """What keeps other users than this one from running Python, in words; empty where nothing does."""
    for place in (os.__file__, msgspec.__file__):
        if not open_to_all(place):
            return f"other users cannot read {place}: install Python and jitgrade where everybody can"
    return ""


@functools.cache
def _outside() -> dict[str, str]:
    """What was tried without bubblewrap, each with why it failed, or nothing."""
    found, failure = _told(_started(command("probe")))
    return dict.fromkeys(("landlock", "seccomp", "uid"), failure) if failure else found


def _inside() -> str:
    """Why a worker cannot be locked in inside of bubblewrap; nothing where it can."""
    bwrap = find()
    if not bwrap:
        return _NO_BWRAP
    found, failure = _told(_started(wrapped(bwrap, command("probe", SCRATCH), readable())))
    return f"bubblewrap fails here: {failure}" if failure else found["namespaces"]


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
