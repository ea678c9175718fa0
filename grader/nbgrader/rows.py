"""What comes of a submission as rows of nbgrader's gradebook: scores, comments, when it came, what lateness costs.

What people gave stays: manual scores, extra credit, manual comments. Where the score of an autograder changes beside a
manual one, a person is asked to look, as nbgrader does. A score that is not known takes the place of none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.nbgrader.classroom import Classroom
    from grader.nbgrader.collecting import Handed
    from grader.nbgrader.marking import Marked, Score

__all__ = ["write"]


def write(book: Any, classroom: Classroom, handed: Handed, kept: Sequence[Marked], fresh: frozenset[str]) -> str:  # noqa: ANN401 - nbgrader has no types
    """Writes a submission's rows with nbgrader's gradebook; returns why it could not, in a sentence, or "".

    ``fresh`` are the notebooks that are not the same as when they were graded before.
    """
    from nbgrader.api import MissingEntry

    if classroom.makes_students:
        book.update_or_create_student(handed.student)
    else:
        try:
            book.find_student(handed.student)
        except MissingEntry:
            return f"there is no student '{handed.student}' in the gradebook, and its configuration makes none"
    when = {"timestamp": handed.timestamp} if handed.timestamp else {}
    with book.db.no_autoflush:  # else SQLAlchemy warns of rows that nbgrader is still making
        submission = book.update_or_create_submission(handed.assignment.name, handed.student, **when)
    rows = {row.name: row for row in submission.notebooks}
    for marked in kept:
        row = rows.get(marked.name) or _added(book, submission, marked.name)
        scores = {score.cell: score for score in marked.scores}
        for grade in row.grades:
            if (score := scores.get(grade.name)) is not None:
                _enter(grade, score, fresh=marked.name in fresh, look=marked.look)
        for comment in row.comments:
            if comment.name in marked.comments:
                comment.auto_comment = marked.comments[comment.name]
        book.db.flush()
        row.late_submission_penalty = None
        if submission.total_seconds_late > 0:
            book.db.refresh(row, ["score"])
            row.late_submission_penalty = classroom.penalty(handed.student, row.score, submission.total_seconds_late)
    return ""


def _enter(grade: Any, score: Score, *, fresh: bool, look: bool) -> None:  # noqa: ANN401
    """Enters a score beside what is there."""
    changed = fresh or (score.points is not None and grade.auto_score != score.points)
    if score.points is not None:
        grade.auto_score = score.points
    if grade.manual_score is None:
        grade.needs_manual_grade = look or score.points is None
    elif changed:
        grade.needs_manual_grade = True


def _added(book: Any, submission: Any, name: str) -> Any:  # noqa: ANN401
    """A row for a notebook that the assignment got after the submission had its rows."""
    from nbgrader.api import Comment, Grade, SubmittedNotebook

    notebook = book.find_notebook(name, submission.assignment.name)
    with book.db.no_autoflush:
        row = SubmittedNotebook(notebook=notebook, assignment=submission)
        for cell in (*notebook.grade_cells, *notebook.task_cells):
            Grade(cell_id=cell.id, notebook=row)
        for cell in (*notebook.solution_cells, *notebook.task_cells):
            Comment(cell_id=cell.id, notebook=row)
        book.db.add(row)
    book.db.flush()
    book.db.expire_all()
    return row
