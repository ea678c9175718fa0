"""Rules for what there is too little of while a file is graded: room for files, threads, somebody to type."""

from __future__ import annotations

import errno
import re
from typing import TYPE_CHECKING, Final

from grader.explain.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.explain.sight import Sight

__all__ = ["RULES"]

_FULL: Final = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
_INPUT: Final = re.compile(r"\binput\s*\(")


def _numbered(*numbers: int) -> Callable[[Sight], bool]:
    """Whether the exception carries one of these numbers of the system."""
    return lambda sight: sight.failure.errno in numbers


def _debugger(sight: Sight, _: re.Match[str]) -> str:
    """Python 3.11 stops at the line after the one that asks for it."""
    where = sight.at if sight.mentions("breakpoint", "set_trace") or not sight.line else f" near line {sight.line}"
    return f"A debugger was started{where}, and nobody is there to use it while a file is graded."


_DEVICES: Final = (
    ("ValueError", r"Number of devices (?P<there>\d+) must be >= the product of mesh_shape \((?P<many>[\d, ]+)\)"),
    ("ValueError", r"requires (?P<many>\d+) (?:logical|local) devices, but only (?P<there>\d+)"),
)
_TOO_LARGE: Final = "{code} writes a file that is larger than is allowed while grading."
_WRITE_LESS: Final = "Write less. Results are returned, not written."

RULES: Final = (
    *(
        Rule(
            error=kind,
            cause="too-few-devices",
            pattern=pattern,
            say="{code} wants a mesh or a map over several devices ({many}), and this exercise runs on {there}.",
            hint="Write it for one device: jit alone is asked for here, without mesh, sharding and `pmap`.",
        )
        for kind, pattern in _DEVICES
    ),
    Rule(
        error="OSError",
        cause="disk-full",
        sees=_numbered(*_FULL),
        say="{code} found no room left: the folder that a file has while it is graded is small.",
        hint="Write less, and delete what is no longer needed. Results are returned, not written.",
    ),
    Rule(
        error="OSError",
        cause="file-too-large",
        sees=_numbered(errno.EFBIG),
        say=_TOO_LARGE,
        hint=_WRITE_LESS,
    ),
    Rule(
        error="OSError",
        cause="file-too-large",
        pattern=r"^(?P<wanted>\d+) requested and (?P<written>\d+) written",
        say=_TOO_LARGE,
        hint=_WRITE_LESS,
    ),
    Rule(
        error="OSError",
        cause="too-many-files",
        sees=_numbered(errno.EMFILE, errno.ENFILE),
        say="{code} opens a file while too many others are still open.",
        hint="Open files by `with open(…) as file:`, which closes each of them.",
    ),
    Rule(
        error="RuntimeError",
        cause="too-many-threads",
        pattern=r"can't start new thread",
        say="{code} starts a thread, and there are already as many as are allowed while grading.",
        hint="Start few threads, and `join` each. jax spreads its work over the processor without any.",
    ),
    Rule(
        error="EOFError",
        cause="no-input",
        sees=lambda sight: "getpass" in sight.failure.through or _INPUT.search(sight.source),
        say="{code} asks for something to be typed, and nobody is there to type while a file is graded.",
        hint="Take the value as an argument of the function. Questions to a user belong under "
        '`if __name__ == "__main__":`.',
    ),
    *(
        Rule(
            error=kind,
            cause="no-user",
            pattern=pattern,
            sees=sees,
            say="{code} asks for the name of a user, and there is none by whom a file is graded.",
            hint="Do without it.",
        )
        for kind, pattern, sees in (
            ("KeyError", r"getpwuid\(\)", None),
            ("OSError", r"^No username set in the environment", None),
            ("OSError", "", lambda sight: "getlogin" in sight.source and not sight.failure.through),
        )
    ),
    *(
        Rule(
            error=kind,
            cause="debugger",
            pattern=pattern,
            say=_debugger,
            hint="Take `breakpoint()` and `set_trace()` out before you hand in.",
        )
        for kind, pattern in (("BdbQuit", ""), ("JaxRuntimeError", r"\bin _breakpoint_callback\b"))
    ),
)
