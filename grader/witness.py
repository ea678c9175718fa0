"""The program witness: programs are taken down before their calls are made, and run where the file never was.

A submission that computes beside its program is told by its program, for that gives something else. The reference
hands in its program as well: where both are the same one, it needs not be run. A worker for running programs is opened
when the first one has to be run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.assembling import BesideError, ForgedError, filled, types
from grader.model.answers import Ended, Exported, Operations, Raised, Rehearsed, Returned, Traced, Unexported
from grader.model.check import Broken
from grader.model.questions import Adopt, Export, ReadProgram, Rehearse, RunProgram, Trace, WeighProgram
from grader.model.testimony import Build, Testimony
from grader.sandbox.protocol import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from grader.model.answers import Answer
    from grader.model.check import Worker
    from grader.model.questions import Arguments, Call

__all__ = ["NoWitness", "ProgramWitness"]

_HOST: Final = ("callback", "foreign")


class NoWitness:
    """Where nothing is jitted by design, no program tells anything."""

    def gather(self, calls: Iterable[Call]) -> None:
        """Does nothing."""

    def testimony(self, call: Call) -> Testimony:
        """Says that there is none."""
        del call
        return Testimony(kind="none", words="nothing is jitted in this exercise")

    def host(self, call: Call) -> Testimony | None:
        """Knows of none."""
        del call
        return None

    def build(self, call: Call) -> Build | None:
        """Knows of none."""
        del call
        return None

    def weigh(self, call: Call) -> Answer:
        """Has none to weigh."""
        del call
        return Unexported(reason="bare", detail="nothing is jitted in this exercise")

    def within(self, call: Call) -> Traced | None:
        """Knows of none."""
        del call
        return None

    def adopt(self, worker: Worker, call: Call) -> bool:
        """Has none to take."""
        del worker, call
        return False

    def bare(self, call: Call) -> bool:
        """Says nothing against it."""
        del call
        return False

    def idle(self, calls: Sequence[Arguments], *, ahead: bool, fixture: str = "") -> bool:
        """Says nothing against them."""
        del calls, ahead, fixture
        return False


class ProgramWitness:
    """The witness of one run.

    ``exporter`` is the worker that hands over the submission's programs, ``reference`` the reference's where it can be
    asked; ``clean`` opens a worker that never sees a submission, given so many times the usual limits.
    """

    def __init__(
        self,
        *,
        exporter: Callable[[], Worker],
        reference: Callable[[], Worker | None],
        clean: Callable[[int], Worker],
    ) -> None:
        self._exporter = exporter
        self._reference = reference
        self._open = clean
        self._clean: Worker | None = None
        self._exports: dict[bytes, tuple[Answer, Answer | None]] = {}
        self._waiting: list[RunProgram] = []
        self._ran: dict[bytes, Answer] = {}

    def gather(self, calls: Iterable[Call]) -> None:
        """Takes down the program of each call; the first that has to be run is begun."""
        for call in calls:
            answer, own = self._exported(call)
            if isinstance(answer, Exported) and not _same(answer, own):
                self._waiting.append(_run(answer, call))
        self._begin_next()

    def testimony(self, call: Call) -> Testimony:
        """What the program of a call says."""
        answer, own = self._exported(call)
        if isinstance(answer, Unexported):
            return self._without(answer, own)
        if not isinstance(answer, Exported):
            return Testimony(kind="none", words="the worker handed over no program")
        if _same(answer, own):
            return Testimony(kind="reference")
        ran = self._answer(_run(answer, call))
        if not isinstance(ran, Returned) and self._is_ours(ran, own, call):
            return Testimony(kind="none", words="the machine on which programs are run could not run the reference's")
        return _told(answer, ran)

    def host(self, call: Call) -> Testimony | None:
        """The testimony that a call's program has code outside jax do the work."""
        answer, own = self._exported(call)
        told = self._without(answer, own) if isinstance(answer, Unexported) else None
        return told if told is not None and told.kind == "host" else None

    def build(self, call: Call) -> Build | None:
        """What the program of a call is made of; that of the reference's own need not be read."""
        answer, own = self._exported(call)
        if not isinstance(answer, Exported):
            return None
        if _same(answer, own):
            return Build(own=True, digest=answer.digest)
        made = self._worker().ask(ReadProgram(program=answer.program))
        return Build(own=False, digest=answer.digest, counts=made.counts) if isinstance(made, Operations) else None

    def weigh(self, call: Call) -> Answer:
        """How much memory the program of a call takes; why there is none, or what it came to, as it was answered."""
        answer, _ = self._exported(call)
        return self._worker().ask(WeighProgram(program=answer.program)) if isinstance(answer, Exported) else answer

    def within(self, call: Call) -> Traced | None:
        """The largest program that a call of a plain function has compiled; None where that cannot be told."""
        # Not asked of the worker whose calls are judged: a file may keep what it met while it was traced.
        answer = self._exporter().ask(Trace(arguments=types(call.arguments), within=True))
        return answer if isinstance(answer, Traced) and answer.equations else None

    def adopt(self, worker: Worker, call: Call) -> bool:
        """Has a worker take the call's program for its function from now on; False where there is no such program."""
        answer, _ = self._exported(call)
        if not isinstance(answer, Exported):
            return False
        return isinstance(worker.ask(Adopt(program=answer.program, dynamic=answer.dynamic)), Operations)

    def bare(self, call: Call) -> bool:
        """Whether the result of a call comes from no function that is jitted, and from no loop of jax."""
        answer, _ = self._exported(call)
        return isinstance(answer, Unexported) and answer.reason == "bare"

    def idle(self, calls: Sequence[Arguments], *, ahead: bool, fixture: str = "") -> bool:
        """Whether jitted functions surely do none of the work of these calls: they are made again without them.

        So it is, too, where an executable does it and nobody saw it compiled ``ahead`` of time.
        """
        answer = self._exporter().ask(Rehearse(calls=tuple(calls), fixture=fixture))
        return isinstance(answer, Rehearsed) and (answer.idle or (answer.ahead and not ahead))

    def _exported(self, call: Call) -> tuple[Answer, Answer | None]:
        """The answers of submission and reference to the question for this call's program."""
        question = Export(arguments=types(call.arguments), vmap=call.vmap, gradient=call.gradient)
        key = encode(question)
        if key not in self._exports:
            reference = self._reference()
            if reference is not None:
                reference.begin(question)
            answer = self._exporter().ask(question)
            self._exports[key] = answer, _of_reference(reference, question)
        return self._exports[key]

    def _without(self, answer: Unexported, own: Answer | None) -> Testimony:
        """What it means that there is no program; what the reference does, too, is no fault."""
        if answer.reason in _HOST and not (isinstance(own, Unexported) and own.reason in _HOST):
            return Testimony(kind="host", words=answer.detail, line=answer.line)
        return Testimony(kind="none", words=answer.reason, line=answer.line)

    def _answer(self, question: RunProgram) -> Answer:
        """What running a program came to. A worker that ends over it gets one successor with twice its limits."""
        key = encode(question)
        if key not in self._ran:
            if question in self._waiting:
                self._waiting.remove(question)
            answer = self._worker().ask(question)
            if isinstance(answer, Ended):
                self._clean = self._open(2)
                answer = self._clean.ask(question)
                if isinstance(answer, Ended):
                    self._clean = None
            self._ran[key] = answer
            self._begin_next()
        return self._ran[key]

    def _begin_next(self) -> None:
        """Has the next program run meanwhile."""
        if self._waiting:
            self._worker().begin(self._waiting[0])

    def _worker(self) -> Worker:
        if self._clean is None:
            self._clean = self._open(1)
        return self._clean

    def _is_ours(self, ran: Answer, own: Answer | None, call: Call) -> bool:
        """Whether a program that does not run may be our fault: it is where the reference's does not run either."""
        if isinstance(ran, Raised) and ran.failure.stage == "program":
            return False
        if not isinstance(own, Exported) or not own.program:
            return False
        return not isinstance(self._answer(_run(own, call)), Returned)


def _of_reference(reference: Worker | None, question: Export) -> Answer | None:
    """What the reference answers; None where there is none, or a recording without this question."""
    if reference is None:
        return None
    try:
        return reference.ask(question)
    except Broken:
        return None


def _same(answer: Exported, own: Answer | None) -> bool:
    return isinstance(own, Exported) and (own.digest, own.dynamic) == (answer.digest, answer.dynamic)


def _run(answer: Exported, call: Call) -> RunProgram:
    return RunProgram(program=answer.program, arguments=call.arguments, dynamic=answer.dynamic)


def _told(answer: Exported, ran: Answer) -> Testimony:
    """The testimony of a program that was run, or should have been."""
    if isinstance(ran, Raised):
        return Testimony(kind="refused", words=ran.failure.message.partition("\n")[0][:200])
    if not isinstance(ran, Returned):
        reason = ran.reason if isinstance(ran, Ended) else "no answer"
        return Testimony(kind="refused", words=f"its process ended: {reason}")
    try:
        return Testimony(kind="result", value=filled(answer.structure, ran.value))
    except ForgedError as forged:
        return Testimony(kind="refused", words=str(forged))
    except BesideError:
        return Testimony(kind="none", words="beside")
