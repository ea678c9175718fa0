"""``grade doctor``: what jitgrade finds on this machine, and how far its clock can be trusted."""

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

__all__ = ["doctor", "spread"]

_ROUNDS = 40
_STEPS = 20_000
_CALM, _NOISY = 0.05, 0.25  # spread of the wall clock over equal work


@click.command("doctor")
@options.no_color
def doctor(*, no_color: bool) -> int:
    """Show versions, devices, isolation and the noise of this machine."""
    from grader.reports.plain import clean
    from grader.sandbox.workshop import Workshop

    moving = screen.colourful(sys.stderr, no_color=no_color)
    with Progress(sys.stderr, moving=moving, width=screen.width()) as progress, Workshop("any") as workshop:
        progress("asking a worker")
        rows = [*_versions(), *_worker(workshop), *_machine()]
    widest = max(len(name) for name, _ in rows)
    screen.show(clean("".join(f"{name:<{widest}}  {told}\n" for name, told in rows)))
    return 0


def spread(seconds: list[float]) -> float:
    """Returns how much longer than the fastest the slower half takes at least: 0 where all are equal."""
    return sorted(seconds)[len(seconds) // 2] / min(seconds) - 1


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


def _machine() -> Iterator[tuple[str, str]]:
    """Cores, and how equal work differs in time."""
    yield "cores", str(os.cpu_count() or 1)
    walls, cpus = zip(*(_timed() for _ in range(_ROUNDS)), strict=True)
    wall, cpu = spread(list(walls)), spread(list(cpus))
    word = "calm" if wall < _CALM else "somewhat noisy" if wall < _NOISY else "noisy: speed may stay undecided"
    yield "noise", f"{word} (equal work took {wall:.0%} longer by the wall clock, {cpu:.0%} by the CPU's)"


def _timed() -> tuple[float, float]:
    """Seconds that a fixed piece of work took, by the wall clock and by this process's CPU clock."""
    wall, cpu = time.perf_counter(), time.process_time()
    total = 0
    for step in range(_STEPS):
        total += step * step
    return time.perf_counter() - wall, time.process_time() - cpu
