"""Which line of the student's file is responsible for what is happening right now."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType

__all__ = ["IMPORTING", "LIBRARIES_THAT_SPEAK", "responsible_line", "student_function"]

# An import run by a student's line may write byte code, set variables, start processes: that is not their doing.
IMPORTING = ("importlib",)

# These write to the streams for reasons of their own: a warning, a log record, the text of jax.debug.print.
LIBRARIES_THAT_SPEAK = ("importlib", "jax", "jaxlib", "logging", "warnings", "absl")

# Host code that a compiled program calls back runs with these frames above it.
_CALLBACKS = ("jax._src.debugging", "jax._src.callback")


def responsible_line(
    frame: FrameType | None, file: str, *, barred: tuple[str, ...], callbacks: bool = True
) -> int | None:
    """Returns the innermost line of ``file`` above ``frame``; None where a ``barred`` package comes before it.

    With ``callbacks=False`` what a compiled program's host callback does is nobody's line either.
    """
    line: int | None = None
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if line is None and frame.f_code.co_filename == file:
            line = frame.f_lineno
            if callbacks:
                return line
        elif (line is None and _belongs(module, barred)) or (not callbacks and module in _CALLBACKS):
            return None
        frame = frame.f_back
    return line


def student_function(value: object, file: str) -> bool:
    """Tells whether ``value`` is a Python function written in ``file``."""
    return type(value) is FunctionType and value.__code__.co_filename == file


def _belongs(module: str, packages: tuple[str, ...]) -> bool:
    root = module.partition(".")[0].lstrip("_")
    return root in packages or module.startswith("importlib")
