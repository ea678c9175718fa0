"""A reference that is not there: its answers, recorded once, played back to the same questions.

A released course holds no solution. For each of a few stored seeds it holds what the solution's worker answered to
every question that grading asks with that seed, by the SHA-256 of the question's bytes
and of the function that it is of.
"""

from __future__ import annotations

import hashlib
import math
import secrets
from typing import TYPE_CHECKING

import msgspec

from grader.model.answers import Ended, Exported
from grader.model.check import Broken
from grader.sandbox.forwarding import Forwarding
from grader.sandbox.protocol import decode_answer, encode

if TYPE_CHECKING:
    from pathlib import Path

    from grader.model.answers import Answer
    from grader.model.check import CompileLog, Worker
    from grader.model.questions import Question
    from grader.sandbox.protocol import Claim

__all__ = ["NoLog", "Recorder", "Recording", "UnknownSeedError", "digest", "recorded"]


class UnknownSeedError(Exception):
    """A released course holds no expectations for this seed: says so, and which to take."""


class _Stored(msgspec.Struct, frozen=True, kw_only=True):
    """What an expectations file holds: by seed, answers by the digest of their question."""

    format: int = 1
    answers: dict[str, dict[str, bytes]]


def digest(question: Question, of: str) -> str:
    """Returns what a question is known by; ``of`` is the function that it is of, where an exercise has several."""
    return hashlib.sha256((f"{of}\0".encode() if of else b"") + encode(question)).hexdigest()


def recorded(answers: dict[str, dict[str, bytes]]) -> bytes:
    """Returns a file of expectations: by seed, what recorders were answered."""
    return msgspec.msgpack.encode(_Stored(answers={seed: dict(sorted(told.items())) for seed, told in answers.items()}))


class Recorder(Forwarding["Worker"]):
    """A worker, of a function, that keeps a copy of every answer."""

    def __init__(self, worker: Worker, of: str = "") -> None:
        super().__init__(worker)
        self._of = of
        self.answers: dict[str, bytes] = {}

    def ask(self, question: Question) -> Answer:
        """Asks the worker behind it."""
        answer = self._worker.ask(question)
        if not isinstance(answer, Ended):
            self.answers[digest(question, self._of)] = encode(_told(answer))
        return answer


def _told(answer: Claim) -> Claim:
    """What is stored of an answer: of a program, which is the solution in other words, its digest alone."""
    return msgspec.structs.replace(answer, program=b"") if isinstance(answer, Exported) else answer


class Recording:
    """The stored answers of one exercise's reference."""

    def __init__(self, path: Path) -> None:
        """Reads a file of expectations. Raises Broken where it is none."""
        try:
            self._stored = msgspec.msgpack.decode(path.read_bytes(), type=_Stored)
        except (OSError, msgspec.MsgspecError) as error:
            raise Broken(f"the stored expectations of {path.parent.name} cannot be read: {error}") from error

    def seed(self, besides: tuple[str, ...] = ()) -> str:
        """Draws one of the stored seeds, and none of ``besides`` as far as there are others."""
        stored = sorted(self._stored.answers)
        return secrets.choice([seed for seed in stored if seed not in besides] or stored)

    def replay(self, seed: str, of: str = "") -> Replay:
        """Returns the worker that answers as the reference's function did for this seed. Raises UnknownSeedError."""
        answers = self._stored.answers.get(seed)
        if answers is None:
            raise UnknownSeedError(
                f"this course comes without its solutions, and holds no expected answers for the seed {seed}; "
                "take a seed from a report that this copy of the course made, or none"
            )
        return Replay(answers, of)


class NoLog:
    """The compile log of a recording: there is none."""

    cost = math.inf

    def called(self) -> int | None:
        """Returns None."""
        return None


class Replay:
    """A worker that answers from a recording."""

    seconds = 0.0
    processor_seconds = None
    spent = 0.0

    def __init__(self, answers: dict[str, bytes], of: str) -> None:
        self._answers, self._of = answers, of

    @property
    def log(self) -> CompileLog:
        """No log."""
        return NoLog()

    def begin(self, question: Question) -> None:
        """Does nothing: its answers are there."""

    def ask(self, question: Question) -> Answer:
        """Returns the recorded answer. Raises Broken where this question was never recorded."""
        answer = self._answers.get(digest(question, self._of))
        if answer is None:
            raise Broken("this course comes without its solution, and holds no stored answer for this question")
        return decode_answer(answer)
