"""The runs of one grading: a seed, who answers for the solution, and a run for each function of the exercise."""

from __future__ import annotations

import secrets
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Self

from grader.inquiry import Run
from grader.openings import load_question
from grader.sandbox.recording import Recording
from grader.sandbox.remembering import Memory, Remembering

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model.check import Check, Worker
    from grader.model.exercise import Course, Exercise, Source
    from grader.sandbox.workshop import Workshop

__all__ = ["Runs"]


class Runs:
    """The runs of one grading, one after another, all with one ``seed``; as a context, it leaves no worker behind.

    ``reference`` stands in for the solution's worker, or is what the solution answered in other runs with this seed.
    A released course replays what its reference answered for one of its stored seeds; a seed that is drawn is none of
    ``besides``, as far as there are others. Raises UnknownSeedError where a released course knows nothing of the seed.
    """

    def __init__(
        self,
        submission: Source,
        exercise: Exercise,
        workshop: Workshop,
        course: Course | None,
        seed: str = "",
        reference: Worker | Memory | None = None,
        *,
        besides: tuple[str, ...] = (),
    ) -> None:
        workshop.guard(exercise.folder)
        workshop.keep(exercise.folder.resolve().parent.parent)  # solutions lie beside exercises
        self.submission, self.exercise, self.workshop = submission, exercise, workshop
        self._accelerator = course.accelerator if course else "any"
        stored = exercise.expectations if reference is None else None
        self._recording = Recording(stored) if stored else None
        self.seed = seed or (self._recording.seed(besides) if self._recording else secrets.token_hex(16))
        self._reference = reference
        self._open = ExitStack()
        self._latest: Run | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the latest run."""
        self._open.close()

    @property
    def latest(self) -> Run:
        """The latest run."""
        if self._latest is None:
            raise LookupError("no run of this grading has begun")
        return self._latest

    def of(self, checks: Sequence[Check]) -> Iterator[Run]:
        """Yields a run for each function that some of the checks are of, the first where there is none.

        A run ends when the next begins, the latest with the context.
        """
        wanted = {check.of for check in checks} or {self.exercise.parts[0].of}
        for part in self.exercise.parts:
            if part.of in wanted:
                self._open.close()
                self._latest = Run(
                    part,
                    self.submission,
                    self.workshop,
                    seed=self.seed,
                    accelerator=self._accelerator,
                    reference=self._answering(part),
                )
                yield self._open.enter_context(self._latest)

    def _answering(self, part: Exercise) -> Worker | None:
        """Who answers in the place of a worker of the solution; None where that itself is to be asked."""
        if self._recording is not None:
            return self._recording.replay(self.seed, part.of)
        if not isinstance(self._reference, Memory):
            return self._reference
        if part.solution is None:
            return None
        question = load_question(part, part.solution)
        remembering = Remembering(self._reference, lambda: self.workshop.open(question, part.limits), part.of)
        return self._open.enter_context(closing(remembering))
