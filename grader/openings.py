"""How a run opens its workers: what they load, with which limits, and how those that are timed are made ready."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from grader.asked import Asked
from grader.model.answers import Loaded, Raised
from grader.model.check import Broken
from grader.model.questions import Load
from grader.redaction import Redaction
from grader.sandbox.readiness import made_ready

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.answers import Ended
    from grader.model.exercise import Exercise, Source
    from grader.sandbox.protocol import Timed
    from grader.sandbox.workshop import Workshop

__all__ = ["Openings", "load_question", "must_load", "words_of"]

_ECHO: Final = b"def echo(*arguments, **named): return (*arguments, *named.values())\n"
_TIMES: Final = 4  # as much: how often a file is called to be timed is the grader's doing


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
        made=signature.made and not function,
        watched=not timed,
        parts=source.parts,
    )


class Openings:
    """The workers of one run, all in one workshop. ``asked`` are those that were opened."""

    def __init__(self, exercise: Exercise, workshop: Workshop) -> None:
        self._exercise = exercise
        self._workshop = workshop
        self._redaction: Redaction | None = None
        self._timed: Timed | None = None
        self.asked: list[Asked] = []

    def file(self, source: Source, *, function: str = "", platform: str = "", loading: float | None = None) -> Asked:
        """A worker on a file; to be timed where the ``platform`` on which is told. ``loading`` as for a workshop."""
        question = load_question(self._exercise, source, function=function, timed=bool(platform))
        return self._open(question, _TIMES if platform else 1, platform, loading=loading)

    def submission(
        self, source: Source, *, platform: str = "", one: bool = True, loading: float | None = None
    ) -> Asked:
        """A worker on the submission, which tells nothing of hidden cases.

        Where not all need be answered by ``one`` process, visible cases get another once this one knows hidden values.
        """
        if self._redaction is None:
            self._redaction = Redaction(source.data, self._exercise)
        question = load_question(self._exercise, source, timed=bool(platform))
        another = None if one else lambda: self.submission(source)
        return self._open(question, _TIMES if platform else 1, platform, self._redaction, another, loading=loading)

    def clean(self, *, times: int = 1, platform: str = "") -> Asked:
        """A worker that sees no submission and returns its arguments; it has so many times the usual limits."""
        times = _TIMES if platform else times
        fixtures = self._exercise.fixtures.data if self._exercise.fixtures else None
        question = Load(source=_ECHO, name="echo.py", function="echo", jit="none", fixtures=fixtures, watched=False)
        return self._open(question, times, platform)

    def baseline(self, over: str, platform: str) -> Asked:
        """The worker to be faster than. Raises Broken where there is none or it does not load."""
        exercise = self._exercise
        if over == "starter":
            worker = self.file(exercise.starter, platform=platform)
        elif over == "solution":
            if exercise.solution is None:
                raise Broken("the solution is the baseline, and this course comes without it")
            worker = self.file(exercise.solution, platform=platform)
        elif exercise.baselines is not None:
            worker = self.file(exercise.baselines, function=over, platform=platform)
        else:
            raise Broken(f"there is no baseline {over!r}")
        must_load(worker.loaded, f"baseline {over!r}")
        return worker

    def close(self) -> None:
        """Closes them all, and with them what their files may have started."""
        for worker in self.asked:
            worker.close()

    def _open(
        self,
        question: Load,
        times: int,
        platform: str,
        redaction: Redaction | None = None,
        another: Callable[[], Asked] | None = None,
        *,
        loading: float | None = None,
    ) -> Asked:
        limits = self._exercise.limits
        limits = msgspec.structs.replace(limits, wall=times * limits.wall, cpu=times * limits.cpu)
        if platform and self._timed is None:  # all on one core, so that they can be compared
            self._timed = made_ready(platform)
        live = self._workshop.open(question, limits, timed=self._timed if platform else None, loading=loading)
        worker = Asked(live, redaction, another)
        self.asked.append(worker)
        return worker


def must_load(answer: Loaded | Raised | Ended, what: str) -> None:
    """Raises Broken where that is not how a file of ours loads."""
    if not isinstance(answer, Loaded):
        raise Broken(f"{what} does not load: {words_of(answer)}")


def words_of(answer: Raised | Ended, *, text: bool = True) -> str:
    """An exception or a worker's end for the instructor, on one line; without the ``text``, its class and line."""
    if isinstance(answer, Raised):
        at = f" (line {answer.failure.frames[-1].line})" if answer.failure.frames else ""
        said = answer.failure.message.strip().partition("\n")[0]
        return f"{answer.failure.type}: {said}{at}" if text else f"{answer.failure.type}{at}"
    return f"{answer.reason} {answer.detail}".strip()
