"""The two tables of a batch, for spreadsheets: a row for each check as it comes, and a row for each student.

Both are UTF-8 with a byte-order mark, which Excel needs to read names rightly. What is not graded is an empty cell.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from grader.batch.causes import named_cause
from grader.batch.cells import ENCODING, number, text, writer
from grader.batch.late import span
from grader.batch.whole import whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from grader.batch.late import LatePolicy, Marked
    from grader.batch.nouns import Graded
    from grader.batch.roll import Roll

__all__ = ["checks_table", "write_students"]

_CHECKS = ("student", "exercise", "check", "status", "score", "max", "line", "message", "cause")
_PARTS = ("", " raw", " max", " status")
_ABSENT = "nothing handed in"


@contextmanager
def checks_table(path: Path) -> Iterator[Callable[[Graded], None]]:
    """Opens ``checks.csv``; what it gives adds a result's rows. Raises OutputError."""
    with whole(path, encoding=ENCODING) as file:
        rows = writer(file)
        rows.writerow(_CHECKS)

        def add(graded: Graded) -> None:
            student, exercise = map(text, graded.submission.key)
            for check in graded.report.checks:
                said = text(check.message), text(named_cause(check)) if check.status != "passed" else ""
                points = number(check.score), number(check.max_score)
                line = "" if check.line is None else check.line
                rows.writerow((student, exercise, text(check.name), check.status, *points, line, *said))

        yield add


def write_students(path: Path, roll: Roll) -> None:
    """Writes ``students.csv``. Raises OutputError.

    Each exercise has four columns: its score after the late policy, the score before that, the most, and its status in
    words. The total is empty while a part of it is pending or broken, or where there is none; what was not handed in
    adds nothing to it.
    """
    exercises = roll.exercises
    with whole(path, encoding=ENCODING) as file:
        rows = writer(file)
        rows.writerow(
            ("student", *(text(f"{head}{part}") for head in roll.heads.values() for part in _PARTS), "total", "max")
        )
        most = sum(one.max_score for one in exercises)
        for student in roll.students:
            marks = roll.marks(student)
            row: list[float | str] = []
            for one in exercises:
                marked = marks.get(one.name)
                absent = ("", "", number(one.max_score), text(_absent(roll.unmarked(student, one.name))))
                row += _cells(marked, roll.policy) if marked else absent
            scores = [marked.score for marked in marks.values()]
            settled = [score for score in scores if score is not None]
            total = sum(settled) if settled and len(settled) == len(scores) else None
            rows.writerow((text(student), *row, number(total), number(most)))


def _absent(why: str) -> str:
    """What is said where there is no mark."""
    return f"handed in, not graded: {why}" if why else _ABSENT


def _cells(marked: Marked, policy: LatePolicy) -> tuple[float | str, ...]:
    """Score, raw score, the most, and words where there is something to say."""
    return number(marked.score), number(marked.raw), number(marked.max_score), _status(marked, policy)


def _status(marked: Marked, policy: LatePolicy) -> str:
    """What is pending or broken, and what lateness took."""
    words: list[str] = [marked.standing] if marked.standing in ("pending", "broken") else []
    if marked.late_by:
        left = f", {100 * marked.share:g}% left" if policy.steps else ""
        words.append(f"late by {span(marked.late_by)}{left}")
    elif marked.unknown and policy.steps:
        words.append(f"{marked.unknown} unknown, nothing taken off")
    return "; ".join(words)
