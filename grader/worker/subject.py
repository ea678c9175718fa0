"""What every observation looks at: the loaded file, the object the exercise names, the ways to call it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from grader.worker.causes import History
from grader.worker.sealing import Seal

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from grader.model.incidents import Failure
    from grader.model.questions import JitOptions

__all__ = ["Subject", "Watch"]


class Watch(Protocol):
    """Looks at the file's state around the real calls that other checks make."""

    def before(self) -> None:
        """Remembers the state just before a call."""

    def after(self) -> None:
        """Compares the state just after it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Subject:
    """The student's file once it has run, and the object in question.

    ``file`` is the ``co_filename`` of its code. ``object`` is what the file defines under ``function``,
    ``callable`` what is called "as given" (``object``, or ``jax.jit`` of it where the grader jits), ``plain``
    the Python function under every jit wrapper, with the arguments that a ``functools.partial`` bound, for
    eager calls. For an object that is not called, all three are that object. ``watch`` is there once the file
    has run, where the purity room is. ``printed`` says whether lines of the file wrote to stdout or stderr since
    it was last asked. ``history`` holds the compilations so far, those of loading included; ``seal`` was made
    before the file ran. ``left_out`` tells why parts of it did not run to their end.
    """

    module: ModuleType
    file: str
    source: str
    function: str
    object: Any
    callable: Callable[..., Any]
    plain: Callable[..., Any]
    jit: JitOptions | Literal["submission", "none"]
    fixtures: ModuleType | None = None
    watch: Watch | None = None
    printed: Callable[[], bool] = bool
    left_out: tuple[Failure, ...] = ()
    history: History = field(default_factory=History)
    seal: Seal = field(default_factory=Seal)
