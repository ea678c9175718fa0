"""One grading run as its checks see it: which workers there are, and which arguments this run has drawn."""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, Self, cast

from grader.asked import Asked
from grader.course import arguments
from grader.course.notebooks import stopped_at
from grader.explain import explain
from grader.model import platforms
from grader.model.answers import Ended, Loaded, Raised
from grader.model.check import Broken, DeviceBusyError, Inspection
from grader.model.exercise import Source
from grader.model.questions import HiddenArguments
from grader.openings import Openings, must_load, words_of
from grader.witness import NoWitness, ProgramWitness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model.answers import Answer
    from grader.model.check import Explanation, OwnWorker, Worker
    from grader.model.exercise import Case, Exercise
    from grader.model.questions import Arguments, Question
    from grader.model.testimony import Witness
    from grader.sandbox.workshop import Workshop

__all__ = ["Run"]

Platform = Literal["cpu", "gpu", "tpu"]

_ASK_AFRESH = ("purity", "recompiles")
_CELLS_SHARE: Final = 3  # a notebook's cells may take a third of its time together, then the one that runs is stopped
_MOST_STOPPED: Final = 4
_PATIENCE: Final = 180.0  # seconds that one other run may keep the device


class Run:
    """One grading run: an ``Inquiry`` over workers of one workshop, each opened when it is first needed.

    ``reference`` replaces the worker of the reference solution, by a recording of its answers say.
    """

    def __init__(
        self,
        exercise: Exercise,
        source: Source,
        workshop: Workshop,
        *,
        seed: str,
        accelerator: Literal["cpu", "gpu", "tpu", "any"] = "any",
        reference: Worker | None = None,
    ) -> None:
        self.exercise = exercise
        self.seed = seed
        self._given = self._source = source
        self.stopped: tuple[Ended, ...] = ()
        self._workshop = workshop
        self._accelerator = accelerator
        self._patience = _PATIENCE
        self._openings = Openings(exercise, workshop)
        self._first = self._of_cells() if source.parts else self._openings.submission(source, one=False)
        # Most runs need a second worker of the submission. It starts while the first one answers.
        twice = any(check.kind in _ASK_AFRESH for check in exercise.checks)
        self._spare = self._openings.submission(source) if twice else None
        self._starter: Worker | None = None
        self._reference: Worker | None = reference
        if reference is None and exercise.solution is not None:
            # Sent now and read later: submission and reference load side by side.
            self._reference = self._openings.file(exercise.solution)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Closes every worker of the run, and with it what its file may have started."""
        self._openings.close()

    @cached_property
    def opening(self) -> Loaded | Raised | Ended:
        """How loading the submission ended.

        A cell of a notebook that takes too long, or ends its process, is stopped, as whoever sits at the notebook stops
        it, and the others run. Where the notebook does not load without the rest of that cell, it gets all its time.
        """
        while len(self.stopped) < _MOST_STOPPED and isinstance(ended := self._first.loaded, Ended):
            rest = stopped_at(self._source, ended.statement) if ended.statement else None
            if rest is None:
                break
            self.stopped += (ended,)
            self._reload(rest)
            self._first = self._of_cells()
        if self.stopped and not isinstance(self._first.loaded, Loaded):
            self.stopped = ()
            self._reload(self._given)
            self._first = self._openings.submission(self._given, one=False)
        return self._first.loaded

    @property
    def loaded(self) -> Loaded:
        """What the submission's first worker told when it had loaded the file. Raises Broken where it did not."""
        answer = self.opening
        if not isinstance(answer, Loaded):
            raise Broken("a check was asked about a file that does not load")
        return answer

    @cached_property
    def host(self) -> Loaded:
        """What a worker tells of the machine that never saw the submission. Raises Broken where it does not load."""
        reference = self._reference
        worker = reference if isinstance(reference, Asked) and isinstance(reference.loaded, Loaded) else self.starter
        answer = worker.loaded if isinstance(worker, Asked) else None
        if not isinstance(answer, Loaded):
            raise Broken("neither the reference solution nor the starter loads, so nobody tells what they run on")
        return answer

    @property
    def told(self) -> Loaded | None:
        """What a worker tells of the machine, the reference's where it loads; None where nothing loads."""
        reference = self._reference.loaded if isinstance(self._reference, Asked) else None
        return next((answer for answer in (reference, self.opening) if isinstance(answer, Loaded)), None)

    @contextmanager
    def device(self) -> Iterator[None]:
        """The sole right to time on the device of this run, which waits for it in vain once at most."""
        from grader.sandbox.device_lock import DeviceLock

        name = platforms.lock_name(self._workshop.device, self.inspection.platform, os.environ)
        with ExitStack() as held:
            try:
                held.enter_context(DeviceLock(name, timeout=self._patience))
            except DeviceBusyError:
                self._patience = 0.0
                raise
            yield

    @property
    def inspection(self) -> Inspection:
        """Where this run grades."""
        return Inspection(
            platform=cast("Platform", platforms.name_of(self.host.platform)),
            accelerator=self._accelerator,
            isolation=self._workshop.promised.name,
            estimates=not self._workshop.forks,
        )

    @property
    def submission(self) -> Worker:
        """The submission's first worker."""
        _ = self.opening  # which tells what there is to load
        return self._first

    @property
    def reference(self) -> Worker:
        """The reference's worker. Raises Broken where the course has neither a solution nor a recording."""
        if self._reference is None:
            raise Broken(f"exercise {self.exercise.slug} has no solution and no stored expectations")
        return self._reference

    def unsteadiness(self) -> str:
        """Why this machine cannot judge speed now, in words; nothing where it can."""
        from grader.host import proven

        return proven(self._workshop, self.inspection.platform).reason

    @cached_property
    def witness(self) -> Witness:
        """Who tells what the programs of the submission's calls give, run where its file never was."""
        if self.exercise.jit == "none" or not self.exercise.signature.called:
            return NoWitness()
        return ProgramWitness(
            exporter=lambda: self._exporter,
            reference=self._exporting_reference,
            clean=lambda times: self._openings.clean(times=times),
        )

    @cached_property
    def _exporter(self) -> Worker:
        """The worker that hands over the submission's programs.

        A plain function around jitted ones is traced as a whole for that, which its author need not have foreseen:
        what that leaves behind (a tracer in a memo, say) must not reach the calls that are judged.
        """
        if self.exercise.jit == "submission" and not self.loaded.jitted:
            return self._openings.submission(self._source, one=False)
        return self._first

    def _exporting_reference(self) -> Worker | None:
        """The reference, where it can be asked for its programs."""
        if isinstance(self._reference, Asked) and not isinstance(self._reference.loaded, Loaded):
            return None
        return self._reference

    def clean(self) -> OwnWorker:
        """A fresh worker to be timed that never sees the submission; its function returns its arguments."""
        return self._openings.clean(platform=self.inspection.platform)

    @property
    def starter(self) -> Worker:
        """The starter's worker."""
        if self._starter is None:
            self._starter = self._openings.file(self.exercise.starter)
        return self._starter

    def fresh(self, *, timed: bool = False) -> OwnWorker:
        """A further worker of the submission; where it does not load a second time, every answer tells so."""
        _ = self.opening  # which tells what there is to load
        if timed or self._spare is None:
            return self._openings.submission(self._source, platform=self.inspection.platform if timed else "")
        spare, self._spare = self._spare, None
        return spare

    def _of_cells(self) -> Asked:
        """A worker on a notebook, whose cells have their share of the time."""
        return self._openings.submission(self._source, one=False, loading=self.exercise.limits.wall / _CELLS_SHARE)

    def _reload(self, source: Source) -> None:
        """Takes this for the submission from now on; what waits with another text is let go."""
        self._source = source
        self._first.close()
        if self._spare is not None:
            self._spare.close()
            self._spare = self._openings.submission(source)

    def baseline(self, over: str) -> OwnWorker:
        """The worker to be faster than. Raises Broken where there is none or it does not load."""
        return self._openings.baseline(over, self.inspection.platform)

    def case(self, name: str) -> Case:
        """The case of this name. Raises Broken where there is none."""
        for case in self.exercise.cases:
            if case.name == name:
                return case
        raise Broken(f"exercise {self.exercise.slug} has no case {name!r}")

    def arguments(self, case: Case, *, stream: str = "") -> Arguments:
        """The arguments of a case, drawn by this run's seed and the stream."""
        return arguments(case, self.exercise.signature, self.seed, stream)

    def anticipate(self, question: Question) -> None:
        """Has the reference start on a question that ``trusted`` will ask next."""
        if self._reference is not None:
            self._reference.begin(question)

    def trusted(self, question: Question) -> Answer:
        """The reference's answer. Raises Broken where it is an exception or the worker ended."""
        reference = self.reference
        if isinstance(reference, Asked):
            must_load(reference.loaded, "the reference solution")
        answer = reference.ask(question)
        if isinstance(answer, Raised | Ended):
            hidden = isinstance(getattr(question, "arguments", None), HiddenArguments)
            told = f"{words_of(answer, text=not hidden)}{' in a hidden case' if hidden else ''}"
            raise Broken(f"the reference solution fails where it is asked for the right answer: {told}")
        return answer

    def explain(self, answer: Raised | Ended) -> Explanation:
        """What went wrong, in words. Raises Broken where the reference, asked the same, fails the same way."""
        if isinstance(answer, Raised) and not answer.failure.frames and answer.failure.stage in ("call", "worker"):
            self._hold_against_reference(answer)
        opening = self.opening
        return explain(answer, self.exercise, opening if isinstance(opening, Loaded) else None, self._source)

    def _hold_against_reference(self, answer: Raised) -> None:
        """An exception without a line of the student's may be ours: it is if the reference meets it, too."""
        if self.exercise.solution is None:
            return
        for worker in self._openings.asked:
            if worker.latest is not None and worker.latest[1] is answer and worker is not self._reference:
                self.trusted(worker.latest[0])
