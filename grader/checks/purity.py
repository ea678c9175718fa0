"""Purity: the same input gives the same output, and nothing outside changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from grader.checks.comparison import difference
from grader.checks.correctness import tolerance_of
from grader.checks.impurities import KINDS, sentences
from grader.checks.unknown import unknown_cases
from grader.model.answers import Ended, Examined, Raised, Returned
from grader.model.check import Broken, Check, Verdict
from grader.model.incidents import Finding
from grader.model.questions import Call, Examine, Read
from grader.model.spelling import meant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model.check import Inquiry, Worker
    from grader.model.exercise import Case, Exercise

__all__ = ["Purity"]

_PROGRAM = "program"
_STILL_THERE = Read(name="")
"""Asked last. A file that answered for the worker has now left, or the worker's own answer comes for this question."""

_Kind = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(KINDS)})]
"""A kind of finding; an unknown one is told by `problems`, with the nearest."""


class Purity(Check, tag="purity", frozen=True, kw_only=True):
    """Impurities that two fresh workers see while they trace and call the function; a fault in either counts.

    ``cases`` are names or tags (the first visible case where there are none). ``allow`` lists kinds of finding that
    are no fault in this exercise, ``forbid`` kinds that are one though they otherwise are information:
    ``global-read`` (a constant of the module) and ``first-run-only`` (a memo).
    """

    order = 50
    heading = "No side effects"
    informs = True

    cases: tuple[str, ...] = ()
    allow: tuple[_Kind, ...] = ()
    forbid: tuple[_Kind, ...] = ()

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds unknown cases and kinds."""
        found = unknown_cases(exercise, self.cases)
        if not exercise.cases:
            found.append(("cases", "purity needs at least one case"))
        for field, words in (("allow", self.allow), ("forbid", self.forbid)):
            found += [
                (field, f"no finding is called {word!r}{meant(word, KINDS)}") for word in words if word not in KINDS
            ]
        return found

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Has the function examined in the submission's worker and in a fresh one."""
        found: list[Finding] = []
        programs: list[str] = []
        questions = [Examine(arguments=inquiry.arguments(case)) for case in self._chosen(inquiry.exercise)]
        second = inquiry.fresh()
        second.begin(questions[0])  # both work at the same time
        for worker in (inquiry.submission, second):
            seen = self._examined(worker, questions, inquiry)
            if isinstance(seen, Verdict):
                return seen
            found += seen
            programs.append(" ".join(finding.detail for finding in seen if finding.kind == _PROGRAM))
        if all(programs) and len(set(programs)) > 1:
            detail = "in two fresh processes, the same arguments gave two programs"
            found.append(Finding(kind="unstable-program", fault=True, detail=detail))
        elif not all(programs) and self._disagree(inquiry, second, questions):
            detail = "in two fresh processes, the same arguments gave two results"
            found.append(Finding(kind="unstable-result", fault=True, detail=detail))
        return self._verdict(list(_once(found)))

    def _examined(self, worker: Worker, questions: list[Examine], inquiry: Inquiry) -> list[Finding] | Verdict:
        """The findings of one worker over all cases; or the verdict, where it could not examine the function."""
        found: list[Finding] = []
        for question in questions:
            answer = worker.ask(question)
            if isinstance(answer, Raised | Ended):
                return self._unexamined(answer, inquiry)
            if not isinstance(answer, Examined):
                raise Broken(f"a worker answered Examine with {type(answer).__name__}")
            found += answer.findings
        left = worker.ask(_STILL_THERE)
        return self._unexamined(left, inquiry) if isinstance(left, Ended) else found

    def _disagree(self, inquiry: Inquiry, second: Worker, questions: list[Examine]) -> bool:
        """Whether two processes return other values where there are no programs to compare."""
        for question in questions:
            call = Call(arguments=question.arguments)
            answers = [worker.ask(call) for worker in (inquiry.submission, second)]
            first, other = (answer.value if isinstance(answer, Returned) else None for answer in answers)
            if first is not None and other is not None and difference(first, other, tolerance_of(inquiry)):
                return True
        return False

    def _unexamined(self, answer: Raised | Ended, inquiry: Inquiry) -> Verdict:
        told = inquiry.explain(answer)
        detail = {"findings": [], "cause": told.cause, "witness": "worker"}
        hint = told.hint or self.hint
        return Verdict(status="failed", earned=0.0, message=told.message, line=told.line, hint=hint, detail=detail)

    def _chosen(self, exercise: Exercise) -> list[Case]:
        if self.cases:
            return [case for case in exercise.cases if case.name in self.cases or case.tag in self.cases]
        visible = [case for case in exercise.cases if not case.hidden]
        return (visible or list(exercise.cases))[:1]

    def _is_fault(self, finding: Finding) -> bool:
        return finding.kind in self.forbid or (finding.fault and finding.kind not in self.allow)

    def _verdict(self, found: list[Finding]) -> Verdict:
        faults = sorted(filter(self._is_fault, found), key=_weight)
        rows = [self._row(finding) for finding in (*faults, *(one for one in found if not self._is_fault(one)))]
        detail = {"findings": rows, "witness": "worker"}
        if not faults:
            message = "The same input gives the same output, and nothing outside changed."
            return Verdict(status="passed", earned=1.0, message=message, detail=detail)
        first = faults[0]
        return Verdict(
            status="failed", earned=0.0, message=sentences(first), line=first.line, hint=self.hint, detail=detail
        )

    def _row(self, finding: Finding) -> dict[str, Any]:
        row = {**msgspec.structs.asdict(finding), "fault": self._is_fault(finding)}
        del row["redacted"]
        return row


def _weight(finding: Finding) -> tuple[bool, int, bool]:
    """Sorts what can be told in full before the rest, by how much a kind explains, then what has a line first."""
    place = KINDS.index(finding.kind) if finding.kind in KINDS else len(KINDS)
    return finding.redacted, place, finding.line is None


def _once(found: list[Finding]) -> Iterator[Finding]:
    """Yields each finding once, whichever worker and case it comes from, with a line if any of them had one."""
    seen = {(finding.kind, finding.line) for finding in found if not finding.redacted}
    found = [one for one in found if not one.redacted or (one.kind, one.line) not in seen]
    found = sorted(found, key=lambda finding: finding.line is None)
    met: set[tuple[str, str, int | None]] = set()
    subjects: set[tuple[str, str]] = set()
    for finding in found:
        about = (finding.kind, finding.subject)
        key = (*about, finding.line)
        if finding.kind == _PROGRAM or key in met or (finding.line is None and about in subjects):
            continue
        met.add(key)
        subjects.add(about)
        yield finding
