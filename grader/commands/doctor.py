"""``grade doctor``: what jitgrade finds on this machine, and whether speed can be judged on it."""

from __future__ import annotations

import os
import platform
import sys
import time
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import click

from grader import __version__
from grader.commands import options, screen
from grader.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.sandbox.workshop import Workshop

__all__ = ["doctor"]

_JUST_NOW = 10
_PATIENCE = 30.0


@click.command("doctor")
@options.no_color
def doctor(*, no_color: bool) -> int:
    """Show versions, devices, isolation, and whether this machine can judge speed now."""
    from grader.reports.plain import clean
    from grader.sandbox.workshop import Workshop

    moving = screen.colourful(sys.stderr, no_color=no_color)
    with Progress(sys.stderr, moving=moving, width=screen.width()) as progress, Workshop("any") as workshop:
        progress("asking a worker")
        rows = [*_versions(), *_worker(workshop)]
    widest = max(len(name) for name, _ in rows)
    screen.show(clean("".join(f"{name:<{widest}}  {told}\n" for name, told in rows)))
    return 0


def _versions() -> Iterator[tuple[str, str]]:
    """What is installed, without importing it."""
    yield "jitgrade", __version__
    yield "Python", f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    for name in ("jax", "jaxlib", "numpy"):
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, "not installed"


def _worker(workshop: Workshop) -> Iterator[tuple[str, str]]:
    """What a worker tells of itself."""
    from grader.commands import finding
    from grader.course import CourseError
    from grader.model import platforms
    from grader.model.answers import Loaded
    from grader.model.exercise import Limits
    from grader.model.questions import Load
    from grader.sandbox.probing import obstacles

    question = Load(source=b"def same(x):\n    return x\n", name="doctor.py", function="same", jit="none")
    worker = workshop.open(question, Limits())
    loaded = worker.loaded
    with suppress(CourseError):  # reports on the course of this folder, where there is one, promise what follows
        workshop.keep(finding.opened(None).folder)
    yield "isolation", workshop.promised.name
    for lack in workshop.promised.lacks:
        yield "", f"but {lack}"
    for name, reason in obstacles().items():
        yield "", f"{name}: {reason or 'works here'}"
    if not isinstance(loaded, Loaded):
        yield "worker", f"cannot load a file here: {loaded}"
        return
    platform_ = platforms.name_of(loaded.platform)
    yield "device", loaded.device if loaded.device == platform_ else f"{platform_}: {loaded.device}"
    readable = worker.log.called() is not None
    yield "compile log", "can be read" if readable else "cannot be read here: compilations rest on the worker's word"
    yield from _speed(workshop, platform_)


def _speed(workshop: Workshop, platform_: str) -> Iterator[tuple[str, str]]:
    """Cores, and whether speed can be judged here now."""
    from grader.host import proven
    from grader.model.check import Broken
    from grader.sandbox.device_lock import DeviceBusyError, DeviceLock

    yield "cores", str(os.cpu_count() or 1)
    try:
        with DeviceLock(platform_, timeout=_PATIENCE):
            proof = proven(workshop, platform_)
    except Broken as error:
        yield "speed", f"cannot be judged here: {error}"
        return
    except DeviceBusyError as busy:
        yield "speed", f"was not tried: {busy}"
        return
    age = max(0, round(time.time() - proof.at))
    when = "just now" if age < _JUST_NOW else f"{age} s ago"
    found = (
        f"one program {proof.same:.2f}× as fast as itself, and {proof.more:.2f}× as fast as one that does a tenth more"
    )
    yield "speed", f"{proof.reason or f'can be judged: it found {found}'} ({when})"
