"""The program witness: programs are taken down before their calls are made, and run where the file never was.

A submission that computes beside its program is told by its program, for that gives something else. The reference
hands in its program as well: where both are the same one, it needs not be run. A worker for running programs is opened
when the first one has to be run.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from grader.model.answers import Ended, Exported, Raised, Returned, Unexported
from grader.model.check import Broken
from grader.model.questions import Arguments, Export, RunProgram
from grader.model.testimony import Testimony
from grader.model.values import Array, Key, Mapping, Record, Scalar, Sequence
from grader.sandbox.protocol import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grader.model.answers import Answer
    from grader.model.check import Worker
    from grader.model.questions import Call
    from grader.model.values import Value

__all__ = ["NoWitness", "ProgramWitness"]

_OUTPUT: Final = re.compile(r"output (\d+)(?: (\w+))?")
_HOST: Final = ("callback", "foreign")


class NoWitness:
    """Where nothing is jitted by design, no program tells anything."""

    def gather(self, calls: Iterable[Call]) -> None:
        """Does nothing."""

    def testimony(self, call: Call) -> Testimony:
        """Says that there is none."""
        del call
        return Testimony(kind="none", words="nothing is jitted in this exercise")


class _Forged(Exception):  # noqa: N818 - it carries words about a submission, it is no error of ours
    """What came as a program is none."""


class _Beside(Exception):  # noqa: N818 - as above
    """A dataclass in the result holds what is no array, so it is not in the program."""


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

    def _exported(self, call: Call) -> tuple[Answer, Answer | None]:
        """The answers of submission and reference to the question for this call's program."""
        question = Export(arguments=_types(call.arguments), vmap=call.vmap)
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
        return Testimony(kind="result", value=_filled(answer.structure, ran.value))
    except _Forged as forged:
        return Testimony(kind="refused", words=str(forged))
    except _Beside:
        return Testimony(kind="none", words="beside")


def _types(arguments: Arguments) -> Arguments:
    """The same arguments with zeros in every array."""
    return Arguments(
        positional=tuple(map(_blank, arguments.positional)),
        keyword={name: _blank(value) for name, value in arguments.keyword.items()},
    )


def _blank(value: Value) -> Value:
    """A value with zeros in every array; what may be static stays as it is."""
    if (isinstance(value, Array) and value.origin != "numpy scalar") or isinstance(value, Key):
        return msgspec.structs.replace(value, data=bytes(len(value.data)))
    if isinstance(value, Sequence | Mapping | Record):
        return msgspec.structs.replace(value, items=tuple(map(_blank, value.items)))
    return value


def _filled(structure: Value, outputs: Value) -> Value:
    """The result that a program's outputs make up. Raises _Forged where they are not used once each, and _Beside."""
    leaves = list(outputs.items) if isinstance(outputs, Sequence) else []
    left = dict(enumerate(leaves))

    def fill(part: Value, *, inside: bool = False) -> Value:
        if isinstance(part, Sequence | Mapping | Record):
            named = isinstance(part, Record)
            return msgspec.structs.replace(part, items=tuple(fill(item, inside=named) for item in part.items))
        found = _OUTPUT.fullmatch(part.text) if isinstance(part, Scalar) and part.type == "str" else None
        if found is None:
            if isinstance(part, Scalar) and part.type == "none":
                return part
            raise _Beside if inside else _Forged("its result is made up of other things than its outputs")
        leaf = left.pop(int(found[1]), None)
        if leaf is None:
            raise _Forged("its result has outputs that it does not give")
        return _key(leaf, found[2]) if found[2] else leaf

    filled = fill(structure)
    if left:
        raise _Forged("it has outputs that its result does not have")
    return filled


def _key(leaf: Value, kind: str) -> Key:
    """A random key from its words. Raises _Forged where they are none."""
    if not isinstance(leaf, Array) or leaf.dtype != "uint32" or not leaf.shape:
        raise _Forged("its random key is none")
    return Key(impl=kind, shape=leaf.shape[:-1], data=leaf.data)
