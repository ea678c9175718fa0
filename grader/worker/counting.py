"""Counts XLA compilations while something runs, and tells the line and the cause of each."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import jax

from grader.model.answers import Counted
from grader.model.incidents import Compilation
from grader.worker.calling import outcome
from grader.worker.causes import History, settings
from grader.worker.misses import miss

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import FrameType, TracebackType
    from typing import Self

    from grader.worker.subject import Subject

__all__ = ["Listener", "count"]

# The one event that comes once for each compilation that XLA is asked for, on every path through jax.
_COMPILED = "/jax/core/compile/backend_compile_duration"
_register = jax.monitoring.register_event_duration_secs_listener
_unregister = jax.monitoring.unregister_event_duration_listener
_config: Any = jax.config
_jit_is_off: Callable[[object], bool] = vars(type(_config))["jax_disable_jit"].fget
_getframe = sys._getframe  # noqa: SLF001 - the stack of a compilation tells whose it is


class Listener:
    """Listens for compilations while it is entered. ``file`` is the ``co_filename`` of the student's code.

    Each compilation is compared with those that the ``history``, shared between listeners, has seen before.
    """

    def __init__(self, file: str, history: History | None = None) -> None:
        self._file = file
        self._history = history if history is not None else History()
        self._heard: list[Compilation] = []

    @property
    def compilations(self) -> tuple[Compilation, ...]:
        """The compilations heard so far, in order."""
        return tuple(self._heard)

    def __enter__(self) -> Self:
        _register(self._hear)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            _unregister(self._hear)
        except (AssertionError, ValueError):
            # The file cleared jax's listeners. What was compiled unheard shows in XLA's own log, which it cannot clear.
            return

    def _hear(self, event: str, duration_secs: float, **told: str | int) -> None:
        del duration_secs
        if event == _COMPILED:
            self._heard.append(self._explained(str(told.get("fun_name", "")), _getframe(1)))

    def _explained(self, program: str, frame: FrameType) -> Compilation:
        found = miss(frame, program, self._file)
        try:
            causes = self._history.causes(found)
        except Exception:  # noqa: BLE001 - within the student's call, on objects whose methods may raise anything
            causes = ()
        return Compilation(program=program, kind=found.kind, line=found.line, causes=causes)


def count(
    subject: Subject, positional: tuple[object, ...], keyword: Mapping[str, object], *, function: Callable[..., Any]
) -> Counted:
    """Calls ``function`` once and tells what was compiled until its result was read, and which settings changed.

    Settings are held against those before the first such call: one may leave something that acts between two.

    The arguments are the objects themselves: what placing them compiles is not the call's. That jit is switched off
    is told like a change, whoever did it.
    """
    subject.history.begun = subject.history.begun or settings()
    before = {**subject.history.begun, "jax_disable_jit": False}
    off = _jit_is_off(_config)
    with Listener(subject.file, subject.history) as listener:
        ended = outcome(lambda: function(*positional, **keyword), subject)
    after = {**settings(), "jax_disable_jit": off or _jit_is_off(_config)}
    changed = tuple(name for name, value in after.items() if before.get(name, value) != value)
    return Counted(compilations=listener.compilations, outcome=ended, config=changed)
