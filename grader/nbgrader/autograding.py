"""In ``nbgrader autograde``, instead of Execute: no kernel starts; our workers grade, and cells show the points.

Each test cell gets what Execute would have left there: what was printed, then the number that counts as its points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import nbformat
from nbgrader.preprocessors import Execute

from grader.batch.nouns import Graded, Submission, Task
from grader.batch.unread import unread
from grader.course import CourseError, SubmissionError, read_exercise
from grader.model.exercise import Source
from grader.nbgrader.cells import code_of, solution_id
from grader.nbgrader.exporter import Handed, Jitgrade
from grader.nbgrader.marking import Answer, marked

if TYPE_CHECKING:
    from grader.model.exercise import Exercise

__all__ = ["MARKED", "Grade"]

MARKED: Final = "jitgrade"
"""Where nbconvert's resources say what came of a notebook."""


class Grade(Execute):
    """Grades the exercises of a notebook; one without any is executed as nbgrader does."""

    def preprocess(self, nb: Any, resources: Any = None, km: Any = None) -> tuple[Any, Any]:  # noqa: ANN401 - theirs
        """Returns the notebook with the outputs of its test cells. Never raises for what a student did."""
        if not isinstance(self.parent, Jitgrade):
            raise TypeError('c.Autograde.exporter_class must be "grader.nbgrader.exporter.Jitgrade"')
        if (handed := self.parent.handed) is None:
            return super().preprocess(nb, resources, km)
        exercises = [read_exercise(folder, self.parent.opened) for folder in handed.exercises]
        student = resources["nbgrader"]["student"]
        answers = {solution_id(one.slug): self._answer(one, handed, student) for one in exercises}
        found = resources[MARKED] = marked(handed.known, handed.found, answers)
        for score in found.scores:
            if score.points is None:
                self.log.warning(
                    "jitgrade: %s of %s has no mark (%s); see to it by hand", score.cell, student, score.why
                )
        return nbformat.reads((found.content or b"").decode(), as_version=nbformat.NO_CONVERT), resources

    def _answer(self, exercise: Exercise, handed: Handed, student: str) -> Answer:
        """What was handed in for an exercise, and its report; one that marks nothing where the fault is ours."""
        name = handed.path.name
        if not handed.found.readable:
            return Answer(report=unread(name, handed.why_not, exercise), source=Source(name=name, data=b""))
        try:
            source = code_of(handed.found.with_outputs({}), name, exercise.folder, self.parent.opened)
        except SubmissionError as error:
            return Answer(report=unread(name, str(error), exercise), source=Source(name=name, data=b""))
        submission = Submission(student=student, exercise=exercise.folder.name, path=str(handed.path))
        try:
            graded = self._examined(Task(batch="nbgrader", submission=submission, source=source))
        except CourseError:
            raise
        except Exception as error:  # noqa: BLE001 - one submission's trouble must not mark it, nor end the class
            why = f"{type(error).__name__}: {error}"
            self.log.error("jitgrade: %s of %s could not be graded: %s", name, student, why)  # noqa: TRY400
            return Answer(report=unread(name, why, exercise, way="broken"), source=source)
        return Answer(report=graded.report, source=source)

    def _examined(self, task: Task) -> Graded:
        """What became of a task; what noise or a busy device left pending is judged once more, where it can be."""
        graded: Graded = self.parent.examiner.examine(task)
        waits = any(check.status == "pending" for check in graded.report.checks)
        if waits and self.parent.opened.accelerator in {"any", graded.report.environment.platform}:
            again = Task(batch=task.batch, submission=task.submission, source=task.source, earlier=graded)
            return self.parent.examiner.examine(again)
        return graded
