"""The author's proof: starters fail, solutions pass with room, wrong answers are caught for their reason."""

from __future__ import annotations

import functools
import re
import secrets
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol

import msgspec

from grader.course import CourseError, SubmissionError, read_exercise, read_submission
from grader.course.neatness import answers, stray, unfinished
from grader.grading import grade
from grader.sandbox.remembering import Memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from grader.model.exercise import Course, Exercise, Source
    from grader.model.report import CheckResult, Report
    from grader.sandbox.workshop import Workshop

__all__ = ["ROOM", "Proof", "lint"]

ROOM = 3.0
"""How many times over a speed threshold the solution must be."""
ROOM_BELOW = 1.5
"""How many times below it an answer must be that is caught by its speed."""
_EXPECT = re.compile(r"#\s*expect:\s*(?:(?P<passed>passed)\s*$|(?P<check>[A-Za-z0-9_-]+)\s*:\s*(?P<words>.+?)\s*$)")


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was to be shown: of which exercise, about what, whether it holds, and why not."""

    exercise: str
    subject: str
    holds: bool
    message: str


class _Graded(Protocol):
    """Grades one file of an exercise, called a ``subject``; with ``only``, these checks alone."""

    def __call__(self, exercise: Exercise, source: Source, subject: str, only: tuple[str, ...] = ()) -> Report: ...


def lint(
    course: Course,
    folders: Sequence[Path],
    *,
    workshops: Sequence[Workshop],
    progress: Callable[[str], None] = lambda _: None,
) -> Iterator[Proof]:
    """Yields, in order, a proof, held or not, for everything an exercise promises.

    As many submissions are graded at a time as there are ``workshops``; one workshop grades one at a time. All
    submissions of an exercise are graded with one seed, drawn for this, so that the solution is asked but once.
    """
    free: SimpleQueue[Workshop] = SimpleQueue()
    for workshop in workshops:
        free.put(workshop)
    drawn = {folder.name: (secrets.token_hex(16), Memory()) for folder in folders}

    def graded(exercise: Exercise, source: Source, subject: str, only: tuple[str, ...] = ()) -> Report:
        workshop = free.get()
        try:
            progress(f"{exercise.folder.name}: {subject}")
            seed, memory = drawn[exercise.folder.name] if exercise.solution else ("", None)
            return grade(source, exercise, workshop=workshop, course=course, seed=seed, only=only, reference=memory)
        finally:
            free.put(workshop)

    pool = ThreadPoolExecutor(len(workshops), thread_name_prefix="lint")
    try:
        promised = [pool.submit(proof, graded) for folder in folders for proof in _proofs(course, folder)]
        for future in promised:
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _proofs(course: Course, folder: Path) -> Iterator[Callable[[_Graded], Proof]]:
    """What there is to prove of one exercise: functions that prove it by grading."""
    try:
        exercise = read_exercise(folder, course)
    except CourseError as error:
        unreadable = Proof(exercise=folder.name, subject="exercise.yaml", holds=False, message=str(error))
        yield lambda _: unreadable
        return
    yield lambda _: _proof(exercise, "texts", unfinished(exercise), "task, hints and nudges are there")
    yield lambda _: _proof(exercise, "files", stray(exercise), "no stray files")
    yield lambda graded: _starter(exercise, graded(exercise, exercise.starter, "starter.py"))
    solution = exercise.solution
    if solution is None:
        yield lambda _: _proof(exercise, "solution.py", "there is no solution to hold the exercise against")
        return
    yield lambda graded: _solution(exercise, graded(exercise, solution, "solution.py"))
    for path in answers(exercise):
        yield functools.partial(_kept, exercise, path)


def _kept(exercise: Exercise, path: Path, graded: _Graded) -> Proof:
    """An answer that an author keeps fails, or passes, as its first line says."""
    subject = f"{path.parent.name}/{path.name}"
    try:
        source = read_submission(path, exercise)
    except SubmissionError as error:
        return _proof(exercise, subject, str(error))
    expected = _EXPECT.match(_first_line(source))
    if expected is None:
        words = "its first line must be `# expect: <check>: <words the report must contain>` or `# expect: passed`"
        return _proof(exercise, subject, words)
    if expected["passed"]:
        report = graded(exercise, source, subject)
        return _proof(exercise, subject, _fault(report) or _lost(report), "passes")
    check, words = expected["check"], expected["words"]
    # What is judged after the check that catches it proves nothing, and takes longest. The author whom it does not
    # catch is told of all.
    wrong = _unmet(graded(exercise, source, subject, _until(exercise, check)), check, words)
    if wrong:
        wrong = _unmet(graded(exercise, source, subject), check, words) or wrong
    return _proof(exercise, subject, wrong, f"fails in {check}: {words}")


def _until(exercise: Exercise, name: str) -> tuple[str, ...]:
    """The checks up to the one of this name, in the order in which they are judged; none where it is not among them."""
    names = [check.name for check in exercise.judged]
    return tuple(names[: names.index(name) + 1]) if name in names else ()


def _proof(exercise: Exercise, subject: str, wrong: str, right: str = "") -> Proof:
    """A proof that holds where nothing is ``wrong``."""
    return Proof(exercise=exercise.folder.name, subject=subject, holds=not wrong, message=wrong or right)


def _starter(exercise: Exercise, report: Report) -> Proof:
    """The starter does not pass, and is fit to be raced against where a speed check does so."""
    wrong = _fault(report)
    if not wrong and report.status == "passed":
        wrong = "the starter passes, so there is nothing to do"
    over = [check for check in exercise.checks if getattr(check, "over", "") == "starter"]
    right = [result for result in report.checks if result.detail.get("kind") == "correctness"]
    lost = next((result for result in right if result.status != "passed"), None)
    if not wrong and over and lost:
        wrong = f"a speed check runs against the starter, so the starter must pass {lost.name}: {lost.message}"
    return _proof(exercise, "starter.py", wrong, f"does not pass ({report.score:g} of {report.max_score:g} points)")


def _solution(exercise: Exercise, report: Report) -> Proof:
    """The solution earns all points, with room over each speed threshold."""
    wrong = _fault(report) or _lost(report)
    timed = [result.detail for result in report.checks if "ratio" in result.detail]
    tight = [detail for detail in timed if detail["ratio"] < ROOM * detail["threshold"]]
    if not wrong and tight:
        ratio, threshold = tight[0]["ratio"], tight[0]["threshold"]
        wrong = f"only {ratio:.3g}× where {threshold:g}× is asked; {ROOM:g} times that is wanted"
    room = [detail["ratio"] / detail["threshold"] for detail in timed]
    told = f", {min(room):.3g} times over its speed threshold" if room else ""
    return _proof(exercise, "solution.py", wrong, f"passes{told}")


def _first_line(source: Source) -> str:
    """The first line of a file, without its byte-order mark."""
    return source.data.partition(b"\n")[0].decode("utf-8", "replace").removeprefix("\ufeff").strip()


def _unmet(report: Report, check: str, words: str) -> str:
    """Why a wrong answer was not caught as it states; "" where it was."""
    if fault := _fault(report):
        return fault
    result = next((result for result in report.checks if result.name == check), None)
    if result is None or result.status != "failed":
        how = f"is {result.status}" if result else "does not exist"
        return f"check {check} {how}; failed: {_lost(report) or 'none'}"
    said = " ".join([result.message, result.hint, msgspec.json.encode(result.detail).decode()])
    if _plain(words) in _plain(said):
        return _too_near(result)
    return f"check {check} failed without the words {words!r}; it said: {result.message}"


def _too_near(result: CheckResult) -> str:
    """Why an answer that its speed gives away is too near to the threshold to be given away each time; "" else."""
    ratio, threshold = result.detail.get("ratio"), result.detail.get("threshold")
    if ratio is None or threshold is None or ROOM_BELOW * ratio <= threshold:
        return ""
    return (
        f"caught by its speed at {ratio:.3g}× where {threshold:g}× is asked; it must be {ROOM_BELOW:g} times below that"
    )


def _plain(text: str) -> str:
    """A text without its case, its marks of code and its line breaks."""
    return re.sub(r"\s+", " ", text.replace("`", "")).casefold()


def _fault(report: Report) -> str:
    """What of the grading was our fault, in words."""
    broken = [result for result in report.checks if result.status == "broken"]
    return f"check {broken[0].name} is broken: {broken[0].message}" if broken else ""


def _lost(report: Report) -> str:
    """The first check that lost points, with its words; what is pending here is no loss."""
    lost = [result for result in report.checks if result.status in ("failed", "skipped")]
    return f"{lost[0].name}: {lost[0].message}" if lost else ""
