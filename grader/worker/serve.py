"""A worker's life: it loads one file and answers questions about it until the grader closes the line.

The order of trust: all that answers is imported before the student's file runs, so the file cannot put
itself in its place by changing a module later. It can still do anything to its own process; that is why every
answer is a claim. Importing this module initialises no backend of jax, so a fork server may hold it ready.
"""

from __future__ import annotations

import dataclasses
import functools
import os
import sys
import traceback
from typing import TYPE_CHECKING, Any, Final

import jax
import msgspec

from grader.model.answers import Compiled, Counted, Examined, Raised, Returned
from grader.model.incidents import Finding
from grader.model.questions import (
    Ablate,
    Adopt,
    Canary,
    Diagnose,
    Donate,
    Examine,
    Export,
    Follow,
    Load,
    Read,
    ReadProgram,
    Rehearse,
    RunProgram,
    Trace,
    Weigh,
    WeighProgram,
)
from grader.sandbox.frames import read_lodged, write_frame
from grader.sandbox.protocol import ProtocolError, decode_question, packed
from grader.worker.answering import called, of_jitted, read, with_arguments
from grader.worker.canary import compile_canary
from grader.worker.causes import History
from grader.worker.counting import Listener
from grader.worker.donation import donated
from grader.worker.failures import plain, told
from grader.worker.following import followed
from grader.worker.loading import described_subject, loaded
from grader.worker.output import Printing, Tee
from grader.worker.programs import Programs
from grader.worker.purity import examine, watch
from grader.worker.static_keys import StaticKeys
from grader.worker.tracing import traced

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.answers import Claim
    from grader.model.questions import Question
    from grader.sandbox.shared import Shared
    from grader.worker.subject import Subject

__all__ = ["serve"]

_WATCHED: Final = 24  # calls: those that judge values. Later ones may be timed, and looking takes time
_LONGEST_REPORT: Final = 4_000
_config: Any = jax.config
_getpid = os.getpid
_format_exception = traceback.format_exception
_replaced = msgspec.structs.replace


def serve(read_fd: int, write_fd: int, shared: Shared | None = None) -> None:
    """Answers questions until the line closes, or the grader breaks the rule that a file is loaded once, first.

    Large arrays go through the memory ``shared`` with the grader, where there is any.
    """
    _config.update("jax_traceback_filtering", "off")  # else jax hides frames and adds causes of its own
    worker = _Worker()
    own = _getpid()
    while True:
        try:
            frame = read_lodged(read_fd, shared)
            question = None if frame is None else decode_question(*frame)
            if question is None or not worker.may_be_asked(question):
                return
            answer, parts = _answered(worker, question, lodging=shared is not None)
            if _getpid() != own:  # a child that the file forked must not answer too
                return
            write_frame(write_fd, answer, shared.write(parts) if shared is not None and parts else 0)
            parts.clear()  # what is still looked at cannot be donated
        except (ProtocolError, OSError):  # the file closed the line, say
            return


def _answered(worker: _Worker, question: Question, *, lodging: bool) -> tuple[bytes, list[bytes | memoryview]]:
    """The encoded answer, and beside it the large arrays that are to be lodged in memory.

    What goes wrong in the worker itself is told as such, with our traceback in the text.
    """
    try:
        answer = worker.answer(question)
    except BaseException as error:  # noqa: BLE001 - the one place that answers for our own faults
        report = "".join(_format_exception(error))
        answer = told("worker", type(error).__name__, plain(report, _LONGEST_REPORT))
    try:
        return packed(answer, lodging=lodging)
    except ProtocolError as error:
        return packed(told("result", "ResultTypeError", str(error)))


class _Worker:
    """What a worker remembers between questions: the file it loaded, and how often it called it."""

    def __init__(self) -> None:
        self._started = False
        self._subject: Subject | None = None
        self._calls = 0
        self._keys: StaticKeys | None = None
        self._programs = Programs()

    def may_be_asked(self, question: Question) -> bool:
        """Whether the question comes in order: a canary at any time, one Load, the others once it succeeded."""
        if isinstance(question, Canary):
            return True
        if isinstance(question, Load):
            return not self._started
        return self._subject is not None

    def answer(self, question: Question) -> Claim:
        """The answer to a question that may be asked."""
        if isinstance(question, Canary):
            compile_canary(question.name)
            return Compiled()
        if isinstance(question, Load):
            return self._load(question)
        subject = self._subject
        if subject is None:
            raise RuntimeError("nothing is loaded")
        if isinstance(question, Read):
            return read(subject, question.name)
        if isinstance(question, Trace | Examine | Follow):
            return self._with_changes(with_arguments(subject, question.arguments, _looking(subject, question)))
        if isinstance(question, ReadProgram | RunProgram | Adopt | WeighProgram):
            return self._of_program(subject, question)
        if isinstance(question, Export | Rehearse | Ablate | Weigh | Diagnose):
            return of_jitted(subject, question)
        if isinstance(question, Donate):
            of_memory = functools.partial(donated, subject)
            return self._watched(subject, lambda: with_arguments(subject, question.arguments, of_memory))
        return self._watched(subject, lambda: called(subject, question))

    def _load(self, question: Load) -> Claim:
        """Runs the file and tells what it is."""
        self._started = True
        printing = Printing(question.name)
        sys.stdout, sys.stderr = Tee(sys.stdout, printing), Tee(sys.stderr, printing)
        history = History()
        with Listener(question.name, history) as seen:
            subject = loaded(question, printing.taken)
        if isinstance(subject, Raised):
            return subject
        answer = described_subject(subject, seen.compilations)
        subject = dataclasses.replace(subject, history=history)
        self._subject = dataclasses.replace(subject, watch=watch(subject) if question.watched else None)
        self._keys = StaticKeys(subject)
        return answer

    def _of_program(self, subject: Subject, question: ReadProgram | RunProgram | Adopt | WeighProgram) -> Claim:
        """What a program is made of or gives. Its types are fixed, whatever the file that it comes from had set."""
        programs, data = self._programs, question.program
        if isinstance(question, ReadProgram):
            return programs.read(data)
        if isinstance(question, WeighProgram):
            return programs.weigh(data)
        _config.update("jax_enable_x64", val=True)
        dynamic = question.dynamic
        if isinstance(question, RunProgram):
            return with_arguments(subject, question.arguments, lambda p, k: programs.run(data, p, k, dynamic))
        read = programs.read(data)
        if not isinstance(read, Raised):
            self._subject = dataclasses.replace(subject, callable=programs.function(data, dynamic))
        return read

    def _watched(self, subject: Subject, answer: Callable[[], Claim]) -> Claim:
        """The answer, made between two looks at the file's state."""
        self._calls += 1
        if self._calls > _WATCHED:
            return answer()
        if subject.watch is None:
            return self._with_changes(answer())
        subject.watch.before()
        try:
            return self._with_changes(answer())
        finally:
            subject.watch.after()

    def _with_changes(self, answer: Claim) -> Claim:
        """The answer, with the static arguments that changed since programs were compiled for them."""
        changed = self._keys.changed() if self._keys is not None else ()
        if changed and isinstance(answer, Counted) and isinstance(answer.outcome, Returned):
            return _replaced(answer, outcome=_replaced(answer.outcome, changed=changed))
        if isinstance(answer, Examined):
            lost = [
                Finding(kind="static-changed", fault=True, line=one.line, subject=one.name)
                for one in changed
                if one.rehashed
            ]
            return _replaced(answer, findings=(*answer.findings, *lost))
        return _replaced(answer, changed=changed) if changed and isinstance(answer, Returned) else answer


def _looking(subject: Subject, question: Trace | Examine | Follow) -> Callable[..., Claim]:
    """What looks into the function with a call's arguments."""
    if isinstance(question, Trace):
        return functools.partial(traced, subject, within=question.within, placed=question.placed)
    if isinstance(question, Follow):
        return functools.partial(followed, subject, settled=question.settled)
    return functools.partial(examine, subject)
