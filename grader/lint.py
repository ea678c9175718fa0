"""The author's proof: starters fail, solutions pass with room, wrong answers are caught for their reason."""

from __future__ import annotations

import functools
import re
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import TYPE_CHECKING

import msgspec

from grader.course import CourseError, SubmissionError, read_exercise, read_submission
from grader.grading import grade

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from grader.model.exercise import Course, Exercise, Source
    from grader.model.report import CheckResult, Report
    from grader.sandbox.workshop import Workshop

    _Graded = Callable[[Exercise, Source, str], Report]

__all__ = ["ROOM", "Proof", "lint"]

ROOM = 3.0
"""How many times over a speed threshold the solution must be."""
ROOM_BELOW = 1.5
"""How many times below it an answer must be that is caught by its speed."""
_FEWEST_NUDGES = 3
_BLANK = "___"
_IN_EXERCISE = {"exercise.yaml", "starter.py", "fixtures.py", "checks.py", "baseline.py", "expected.msgpack"}
_IN_SOLUTION = {"solution.py", "wrong", "right"}
_EXPECT = re.compile(r"#\s*expect:\s*(?:(?P<passed>passed)\s*$|(?P<check>[A-Za-z0-9_-]+)\s*:\s*(?P<words>.+?)\s*$)")


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was to be shown: of which exercise, about what, whether it holds, and why not."""

    exercise: str
    subject: str
    holds: bool
    message: str


def lint(
    course: Course,
    folders: Sequence[Path],
    *,
    workshops: Sequence[Workshop],
    progress: Callable[[str], None] = lambda _: None,
) -> Iterator[Proof]:
    """Yields, in order, a proof, held or not, for everything an exercise promises.

    As many submissions are graded at a time as there are ``workshops``; one workshop grades one at a time.
    """
    free: SimpleQueue[Workshop] = SimpleQueue()
    for workshop in workshops:
        free.put(workshop)

    def graded(exercise: Exercise, source: Source, subject: str) -> Report:
        workshop = free.get()
        try:
            progress(f"{exercise.folder.name}: {subject}")
            return grade(source, exercise, workshop=workshop, course=course)
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
    yield lambda _: _texts(exercise)
    yield lambda _: _files(exercise)
    yield lambda graded: _starter(exercise, graded(exercise, exercise.starter, "starter.py"))
    solution = exercise.solution
    if solution is None:
        yield lambda _: _proof(exercise, "solution.py", "there is no solution to hold the exercise against")
        return
    yield lambda graded: _solution(exercise, graded(exercise, solution, "solution.py"))
    for path in _answers(exercise):
        yield functools.partial(_kept, exercise, path)


def _kept(exercise: Exercise, path: Path, graded: _Graded) -> Proof:
    """An answer that the author keeps does what its first line says."""
    subject = f"{path.parent.name}/{path.name}"
    try:
        source = read_submission(path, exercise)
    except SubmissionError as error:
        return _proof(exercise, subject, str(error))
    return _answer(exercise, subject, source, graded(exercise, source, subject))


def _proof(exercise: Exercise, subject: str, wrong: str, right: str = "") -> Proof:
    """A proof that holds where nothing is ``wrong``."""
    return Proof(exercise=exercise.folder.name, subject=subject, holds=not wrong, message=wrong or right)


def _texts(exercise: Exercise) -> Proof:
    """The task says something, hints say something, and there are enough nudges."""
    empty = [name for name, hint in exercise.hints.items() if not hint.strip()]
    wrong = ""
    if not exercise.task.strip():
        wrong = "the task is empty"
    elif empty:
        wrong = f"the hint for {empty[0]} is empty"
    elif blank := next((name for name, text in _written(exercise) if _BLANK in text), ""):
        wrong = f"{blank} still has a blank, marked {_BLANK}, to be filled in"
    elif len(exercise.nudges) < _FEWEST_NUDGES or not all(nudge.strip() for nudge in exercise.nudges):
        wrong = f"{len(exercise.nudges)} nudges; write at least {_FEWEST_NUDGES}, from a nudge to nearly the answer"
    elif exercise.points <= 0:
        wrong = "no check has any points"
    return _proof(exercise, "texts", wrong, "task, hints and nudges are there")


def _written(exercise: Exercise) -> Iterator[tuple[str, str]]:
    """What the author wrote, by what it is called."""
    yield "the title", exercise.title
    yield "the task", exercise.task
    yield from (("teaches", word) for word in exercise.teaches)
    yield from ((f"the hint for {name}", hint) for name, hint in exercise.hints.items())
    yield from ((f"nudge {number}", nudge) for number, nudge in enumerate(exercise.nudges, 1))
    yield from ((f"the hint of check {check.name}", check.hint) for check in exercise.checks)
    for source in (exercise.starter, exercise.solution):
        if source is not None:
            yield source.name, source.data.decode("utf-8", "replace")


def _files(exercise: Exercise) -> Proof:
    """No stray files lie in the folders of the exercise."""
    stray = [path.name for path in _visible(exercise.folder) if path.name not in _IN_EXERCISE]
    solutions = _solutions(exercise)
    stray += [path.name for path in _visible(solutions) if path.name not in _IN_SOLUTION]
    stray += [path.name for word in ("wrong", "right") for path in _visible(solutions / word) if path.suffix != ".py"]
    return _proof(exercise, "files", f"stray: {', '.join(stray)}" if stray else "", "no stray files")


def _visible(folder: Path) -> list[Path]:
    """What lies in a folder, apart from caches and hidden files."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if not path.name.startswith((".", "__pycache__")))


def _solutions(exercise: Exercise) -> Path:
    return exercise.folder.parent.parent / "solutions" / exercise.folder.name


def _answers(exercise: Exercise) -> list[Path]:
    """The wrong and the unusual right answers that the author keeps."""
    return [
        path for word in ("wrong", "right") for path in _visible(_solutions(exercise) / word) if path.suffix == ".py"
    ]


def _starter(exercise: Exercise, report: Report) -> Proof:
    """The starter does not pass, and is fit to be raced against where a speed check does so."""
    wrong = _fault(report)
    if not wrong and report.status == "passed":
        wrong = "the starter passes, so there is nothing to do"
    over = [check for check in exercise.checks if getattr(check, "over", "") == "starter"]
    right = [result for result in report.checks if result.detail.get("kind") == "correctness"]
    if not wrong and over and any(result.status != "passed" for result in right):
        wrong = "a speed check runs against the starter, so the starter must pass correctness"
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


def _answer(exercise: Exercise, subject: str, source: Source, report: Report) -> Proof:
    """An answer that an author keeps fails, or passes, as its first line says."""
    expected = _EXPECT.match(_first_line(source))
    if expected is None:
        words = "its first line must be `# expect: <check>: <words the report must contain>` or `# expect: passed`"
        return _proof(exercise, subject, words)
    wrong = _fault(report)
    if expected["passed"]:
        return _proof(exercise, subject, wrong or _lost(report), "passes")
    result = next((result for result in report.checks if result.name == expected["check"]), None)
    if not wrong:
        wrong = _unmet(result, expected["check"], expected["words"], report)
    return _proof(exercise, subject, wrong, f"fails in {expected['check']}: {expected['words']}")


def _first_line(source: Source) -> str:
    """The first line of a file, without its byte-order mark."""
    return source.data.partition(b"\n")[0].decode("utf-8", "replace").removeprefix("\ufeff").strip()


def _unmet(result: CheckResult | None, check: str, words: str, report: Report) -> str:
    """Why a wrong answer was not caught as it states; "" where it was."""
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
