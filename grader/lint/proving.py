"""Proves exercises: reads each, grades its files side by side, and holds what came of them against what it promises."""

from __future__ import annotations

import functools
import secrets
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import TYPE_CHECKING

from grader.course import CourseError, read_exercise
from grader.grading import grade
from grader.lint.answers import kept, paths, unproved
from grader.lint.exceptions import unknown
from grader.lint.folders import stray
from grader.lint.primitives import not_primitives
from grader.lint.proof import Proof, fault, loss, proof
from grader.lint.room import AGAIN, loose, narrow, over, unmeasured, wider
from grader.lint.texts import unfinished, weak
from grader.sandbox.remembering import Memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from grader.lint.proof import Graded
    from grader.model.exercise import Course, Exercise, Source
    from grader.model.report import Report
    from grader.sandbox.workshop import Workshop

__all__ = ["lint"]


def lint(
    course: Course,
    folders: Sequence[Path],
    *,
    workshops: Sequence[Workshop],
    progress: Callable[[str], None] = lambda _: None,
    answers: bool = True,
) -> Iterator[Proof]:
    """Yields, in order, a proof, held or not, for everything an exercise promises; of ``answers`` only where asked.

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
        promised = [
            pool.submit(prove, graded) for folder in folders for prove in _promises(course, folder, answers=answers)
        ]
        for future in promised:
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _promises(course: Course, folder: Path, *, answers: bool) -> Iterator[Callable[[Graded], Proof]]:
    """What there is to prove of one exercise: functions that prove it by grading."""
    try:
        exercise = read_exercise(folder, course)
    except CourseError as error:
        unreadable = Proof(exercise=folder.name, subject="exercise.yaml", holds=False, message=str(error))
        yield lambda _: unreadable
        return
    yield lambda _: _texts(exercise)
    yield lambda _: proof(exercise, "files", stray(exercise), "no stray files", unproved(exercise))
    yield lambda graded: _starter(exercise, graded(exercise, exercise.starter, "starter.py"))
    solution = exercise.solution
    if solution is None:
        yield lambda _: proof(exercise, "solution.py", "there is no solution to hold the exercise against")
        return
    yield functools.partial(_solution, course, exercise, solution)
    for path in paths(exercise) if answers else ():
        yield functools.partial(kept, exercise, path)


def _texts(exercise: Exercise) -> Proof:
    """What the author wrote is there, and can be told to somebody."""
    misspelt, strange = (one + two for one, two in zip(unknown(exercise), not_primitives(exercise), strict=True))
    wrong = "\n".join([*unfinished(exercise), *misspelt])
    return proof(
        exercise, "texts", wrong, "task, hints and nudges are there", () if wrong else (*strange, *weak(exercise))
    )


def _starter(exercise: Exercise, report: Report) -> Proof:
    """The starter does not pass, and is fit to be raced against where a speed check does so."""
    wrong = fault(report)
    if not wrong and report.status == "passed":
        wrong = "the starter passes, so there is nothing to do"
    raced = {check.of for check in exercise.checks if getattr(check, "over", "") == "starter"}
    right = [result for result in report.checks if result.detail.get("kind") == "correctness"]
    lost = next((one for one in right if one.status != "passed" and one.detail.get("of", "") in raced), None)
    if not wrong and lost:
        wrong = f"a speed check runs against the starter, so the starter must pass {lost.name}: {lost.message}"
    earned = f"{report.score:g} of {report.max_score:g} points"
    much: tuple[str, ...] = ()
    if not wrong and report.score > report.max_score / 2:
        named = ", ".join(result.name for result in report.checks if result.score)
        much = (f"the starter earns {earned}, more than half, for what is there already: {named}",)
    return proof(exercise, "starter.py", wrong, f"does not pass ({earned})", much)


def _solution(course: Course, exercise: Exercise, source: Source, graded: Graded) -> Proof:
    """The solution earns all points, with room over each speed threshold, if only where no neighbour is busy."""
    report = graded(exercise, source, "solution.py")
    for _ in range(AGAIN):
        if loss(report) or not narrow(report):
            break
        report = wider(report, graded(exercise, source, "solution.py", tuple(narrow(report))))
    wrong = fault(report) or loss(report) or "; ".join(narrow(report).values())
    weak = () if wrong else (*loose(exercise, report), *unmeasured(course, exercise, report))
    return proof(exercise, "solution.py", wrong, f"passes{over(report)}", weak)
