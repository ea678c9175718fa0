"""What a check is: a frozen record whose fields are its YAML, with one method that asks a worker and judges."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, ClassVar, Final, Literal, Protocol

import msgspec

from grader.model.answers import Answer, Ended, Loaded, Raised
from grader.model.exercise import Case, Exercise
from grader.model.questions import Arguments, Question
from grader.model.testimony import Witness

__all__ = [
    "UNGRADED",
    "Broken",
    "Check",
    "DeviceBusyError",
    "Explanation",
    "Inquiry",
    "Inspection",
    "OwnWorker",
    "Verdict",
    "Worker",
]

Status = Literal["passed", "failed", "skipped", "pending", "broken"]
UNGRADED: Final = "This check could not be graded, and that is not your fault: "
"""How the message of a check begins at which we failed."""


class Broken(Exception):  # noqa: N818 - it is the report's word for it
    """The grader, the course or the reference solution is at fault: ungraded, never the student's failure."""


class DeviceBusyError(Exception):
    """The device to time on could not be had in time: says who kept it. What needs it is pending."""


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """An exception or a worker's end in words: what happened and why, the student's line, what to try, where to read.

    ``cause`` is the stable name of the mistake's class (``python-if``), for tests and statistics.
    """

    message: str
    cause: str = ""
    line: int | None = None
    hint: str = ""
    link: str = ""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a check found: ``earned`` is the share of its points, 0 to 1; None where it cannot be settled here.

    ``message`` is at most three sentences for the student, ``line`` theirs (1-based), ``hint`` what to try next.
    ``detail`` is plain data for the JSON report and always has ``witness``: ``"grader"`` where the mark rests on
    what the grader saw itself, ``"worker"`` where it rests on the worker's word.
    """

    status: Status
    earned: float | None
    message: str
    line: int | None = None
    hint: str = ""
    detail: dict[str, Any] = {}


class CompileLog(Protocol):
    """XLA's own numbering of compilations, read by the grader from the worker's stderr."""

    @property
    def cost(self) -> float:
        """How long the quickest canary took to compile, in seconds as ``Worker.spent``; endless before the first."""

    def called(self) -> int | None:
        """Has a canary compiled and returns the number XLA gave it; None where the log cannot be had or is gone."""


class Worker(Protocol):
    """One file in a process of its own, ready to answer."""

    @property
    def log(self) -> CompileLog:
        """The compile log of this worker."""

    @property
    def seconds(self) -> float:
        """How long the latest answer took by the grader's clock, in seconds."""

    @property
    def processor_seconds(self) -> float | None:
        """How long its process ran on a processor for the latest answer, in seconds.

        None where nobody tells, and where it is not looked at: a worker that is not timed, and a question that counts
        no compilations.
        """

    @property
    def spent(self) -> float:
        """``processor_seconds``, or ``seconds`` where nobody tells."""

    def begin(self, question: Question) -> None:
        """Sends a question now that the next ``ask`` will ask, so that it is worked on meanwhile."""

    def ask(self, question: Question) -> Answer:
        """Sends one question and waits for its answer. A worker that is gone answers ``Ended``, each time."""


class OwnWorker(Worker, Protocol):
    """A worker whose process is here, and can be stopped."""

    @property
    def waited(self) -> float | None:
        """How long its process has waited for a processor so far, in seconds; None where nobody tells."""

    def pause(self) -> None:
        """Stops its process until the next question, or ``resume``."""

    def resume(self) -> None:
        """Lets a stopped process go on."""


class Inspection(msgspec.Struct, frozen=True, kw_only=True):
    """Where and for whom this run grades: the platform of the workers, and the one whose marks count.

    ``estimates``: whether times are no more than that here, where workers are not forked.
    """

    platform: Literal["cpu", "gpu", "tpu"]
    accelerator: Literal["cpu", "gpu", "tpu", "any"]
    isolation: str
    estimates: bool = False


class Inquiry(Protocol):
    """One grading run as a check sees it: the exercise, its workers, the arguments drawn for this run."""

    @property
    def exercise(self) -> Exercise:
        """The exercise."""

    @property
    def seed(self) -> str:
        """The 128-bit seed of this run, in hexadecimal."""

    @property
    def inspection(self) -> Inspection:
        """Where this run grades."""

    @property
    def submission(self) -> Worker:
        """The submission's first worker, loaded."""

    @property
    def reference(self) -> Worker:
        """The reference solution's worker, loaded (recorded answers in a released course)."""

    @property
    def starter(self) -> Worker:
        """The starter's worker, loaded."""

    @property
    def loaded(self) -> Loaded:
        """What the submission's first worker told when it had loaded the file."""

    @property
    def witness(self) -> Witness:
        """Who tells what the programs of the submission's calls give, run where its file never was."""

    def fresh(self, *, timed: bool = False) -> OwnWorker:
        """A further worker of the submission, loaded; closed with the run. Nothing observes a ``timed`` one's calls."""

    def clean(self) -> OwnWorker:
        """A fresh worker to be timed that never sees the submission; its function returns its arguments."""

    def baseline(self, over: str) -> OwnWorker:
        """The worker to be faster than: ``starter``, ``solution`` or a function of ``baseline.py``; fresh, loaded."""

    def device(self) -> AbstractContextManager[object]:
        """The sole right to time on the device of this run's workers, over all processes of the machine.

        Hold it while timing and no longer. Raises DeviceBusyError where it cannot be had in time.
        """

    def unsteadiness(self) -> str:
        """Why this machine cannot judge speed now, in words, which takes a moment to find out; nothing where it can."""

    def case(self, name: str) -> Case:
        """The case of this name. Raises Broken where there is none (the course reader refuses that)."""

    def arguments(self, case: Case, *, stream: str = "") -> Arguments:
        """The arguments of a case, drawn by this run's seed; another ``stream`` gives other values."""

    def anticipate(self, question: Question) -> None:
        """Tells the reference what it will be asked next, so that it can start while the submission works."""

    def trusted(self, question: Question) -> Answer:
        """The reference's answer. Raises Broken where it is an exception or the worker ended."""

    def explain(self, answer: Raised | Ended) -> Explanation:
        """What went wrong, in words, with the exercise's own hint where one matches."""


class Check(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="check"):
    """The base of all checks. A kind is a subclass with a ``tag``; its fields are its YAML.

    ``name`` is unique in the exercise (default: the kind); ``of`` names the function that is judged, where the exercise
    has several (default: the first); ``heading`` is the kind's title. ``timed`` kinds rest on
    time, and are judged only where that counts. ``order`` places the kind among the others; a check is skipped once all
    checks of a kind in ``needs`` earned nothing (``"traces"``, ``"structure"``, ``"correctness"``), or once one lost a
    point (``"all of correctness"``). A kind that ``informs`` is judged even then, since its finding may be the cause of
    the failure; it then earns nothing.
    """

    order: ClassVar[int] = 90
    needs: ClassVar[tuple[str, ...]] = ("traces", "structure", "correctness")
    informs: ClassVar[bool] = False
    timed: ClassVar[bool] = False
    heading: ClassVar[str] = ""

    name: str = ""
    title: str = ""
    points: float = 1.0
    hint: str = ""
    of: str = ""

    @property
    def shown(self) -> str:
        """What reports call this check: its title, else what its kind is about (of which function), else its name."""
        own = "" if self.name == self.kind else self.name
        words = ", ".join(word for word in ("" if self.of in own.split("-") else self.of, own) if word)
        return self.title or (self.heading + (f" ({words})" if words else "") if self.heading else self.name)

    @property
    def kind(self) -> str:
        """The kind's name, as the YAML has it."""
        return str(self.__struct_config__.tag)

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """What is wrong with this check in this exercise, beyond its types: pairs of field and sentence."""
        del exercise
        return []

    def unmarked(self, accelerator: str) -> list[tuple[str, str]]:
        """What keeps this check from being marked on the course's accelerator (``any`` is all): as ``problems``."""
        del accelerator
        return []

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Asks workers and judges. Raises Broken where the fault is ours."""
        raise NotImplementedError
