"""How a run opens its workers: what they load, with which limits, and how those that are timed are made ready."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from grader.asked import Asked
from grader.model.questions import Load
from grader.sandbox.readiness import made_ready

if TYPE_CHECKING:
    from grader.model.exercise import Exercise, Source
    from grader.sandbox.protocol import Timed
    from grader.sandbox.workshop import Workshop

__all__ = ["Openings", "load_question"]

_ECHO: Final = b"def echo(*arguments, **named): return (*arguments, *named.values())\n"


def load_question(exercise: Exercise, source: Source, *, function: str = "", timed: bool = False) -> Load:
    """Returns the question that loads a file the way this exercise asks."""
    signature = exercise.signature
    return Load(
        source=source.data,
        name=source.name,
        function=function or signature.name,
        jit="none" if function else exercise.jit,
        fixtures=exercise.fixtures.data if exercise.fixtures else None,
        shape=(len(signature.positional), signature.keyword) if signature.called else None,
        watched=not timed,
    )


class Openings:
    """The workers of one run, all in one workshop. ``asked`` are those that were opened."""

    def __init__(self, exercise: Exercise, workshop: Workshop) -> None:
        self._exercise = exercise
        self._workshop = workshop
        self._timed: Timed | None = None
        self.asked: list[Asked] = []

    def file(self, source: Source, *, function: str = "", platform: str = "") -> Asked:
        """A worker on a file; to be timed where the ``platform`` on which is told."""
        question = load_question(self._exercise, source, function=function, timed=bool(platform))
        return self._open(question, 1, platform)

    def clean(self, *, times: int = 1, platform: str = "") -> Asked:
        """A worker that sees no submission and returns its arguments; it has so many times the usual limits."""
        fixtures = self._exercise.fixtures.data if self._exercise.fixtures else None
        question = Load(source=_ECHO, name="echo.py", function="echo", jit="none", fixtures=fixtures, watched=False)
        return self._open(question, times, platform)

    def close(self) -> None:
        """Closes them all, and with them what their files may have started."""
        for worker in self.asked:
            worker.close()

    def _open(self, question: Load, times: int, platform: str) -> Asked:
        limits = self._exercise.limits
        limits = msgspec.structs.replace(limits, wall=times * limits.wall, cpu=times * limits.cpu)
        if platform and self._timed is None:  # all on one core, so that they can be compared
            self._timed = made_ready(platform)
        worker = Asked(self._workshop.open(question, limits, timed=self._timed if platform else None))
        self.asked.append(worker)
        return worker
