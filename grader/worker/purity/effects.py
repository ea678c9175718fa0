"""Findings from what was heard, read, written and started while the function was traced and called."""

from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING

from grader.model.incidents import Finding
from grader.worker.purity.attribution import student_function

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.worker.purity.events import Event
    from grader.worker.purity.experiment import Experiment
    from grader.worker.purity.sources import Sources
    from grader.worker.purity.streams import Heard
    from grader.worker.subject import Subject

__all__ = [
    "callback_findings",
    "clock_findings",
    "event_findings",
    "heard_findings",
    "replaced_findings",
    "standing_findings",
]

_SANCTIONED = ("debug_print",)


def heard_findings(heard: Heard, source: str, *, when: str) -> Iterator[Finding]:
    """Prints and log records, each by its line."""
    lines = source.splitlines()
    for line in heard.printed:
        text = lines[line - 1] if line <= len(lines) else ""
        subject = next((word for word in ("print", "warn") if word in text), "write")
        yield Finding(kind="prints", fault=True, line=line, subject=subject, detail=when)
    for line, message in heard.logged.items():
        yield Finding(kind="logs", fault=True, line=line, subject="logging", detail=f"{when}: {message}")


def clock_findings(clock: dict[int, str]) -> Iterator[Finding]:
    """Lines that read the clock."""
    for line, name in clock.items():
        yield Finding(kind="clock", fault=True, line=line or None, subject=name, detail=f"reads `{name}()`")


def event_findings(events: list[Event]) -> Iterator[Finding]:
    """Lines that had the system do something."""
    for event in events:
        yield Finding(
            kind=event.kind, fault=True, line=event.line, subject=event.subject, detail=f"{event.name}: {event.subject}"
        )


def replaced_findings(subject: Subject) -> Iterator[Finding]:
    """Functions of jax, NumPy and Python that the file replaced, or whose code it changed."""
    for name in subject.seal.broken():
        yield Finding(kind="replaced", fault=True, subject=name, detail=f"replaces `{name}`")


def callback_findings(experiment: Experiment) -> Iterator[Finding]:
    """Python that the compiled program calls back.

    ``jax.debug.print`` is no fault, nor is a debugging callback that leaves the state as it is.
    """
    if not experiment.programs:
        return
    run = [change for step in experiment.steps if step.how == "call" for change in step.file_changes]
    traced = {change.path for step in experiment.steps if step.how == "trace" for change in step.file_changes}
    effect = next((change for change in run if change.path not in traced), None)
    for callback in experiment.programs[0].callbacks:
        if callback.primitive in _SANCTIONED or (callback.primitive == "debug_callback" and not callback.function):
            continue
        harmless = callback.primitive == "debug_callback" and effect is None
        detail = f"`{callback.primitive}` calls Python from the compiled program"
        if effect is not None:
            detail += f", which changes {effect.place.words}"
        yield Finding(
            kind="callback",
            fault=not harmless,
            line=callback.line,
            subject=callback.function or callback.primitive,
            detail=detail,
        )


def standing_findings(experiment: Experiment, sources: Sources) -> Iterator[Finding]:
    """What the file set up when it was loaded: hooks, signal handlers, threads, native code."""
    file = experiment.subject.file
    outside = experiment.steps[0].before[1]
    for path, look in outside.looks.items():
        if look.kind in {"signal-handler", "tracing-hook"} and look.shown == "set":
            place = outside.places[path]
            yield Finding(kind=look.kind, fault=True, subject=place.name, detail=f"{place.words} is the file's")
    for thread in threading.enumerate():
        target = getattr(thread, "_target", None)
        if student_function(getattr(target, "__func__", target), file) or student_function(type(thread).run, file):
            detail = f"the thread `{thread.name}` of this file runs"
            yield Finding(kind="thread", fault=True, subject=thread.name, detail=detail)
    for line, name in sources.native.items():
        # An import that is never used does nothing.
        used = len(re.findall(rf"\b{re.escape(name)}\b", experiment.subject.source)) > 1
        fault = used or not re.search(rf"^\s*import\s+{re.escape(name)}\b", experiment.subject.source, re.MULTILINE)
        yield Finding(kind="native-code", fault=fault, line=line, subject=name, detail=f"imports `{name}`")
