"""In ``nbgrader autograde``, instead of Execute: no kernel starts; our workers grade, and cells show the points.

Each test cell gets what Execute would have left there: what was printed, then the number that counts as its points.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import nbformat
from nbformat.v4 import new_output
from nbgrader.preprocessors import Execute

from grader.batch.nouns import Graded, Submission, Task
from grader.batch.unread import unread
from grader.course import CourseError, find_exercise, read_exercise
from grader.course.notebooks import source_of
from grader.course.submissions import MAX_BYTES
from grader.model.exercise import Source
from grader.nbgrader.cells import check_id, exercises_of, others, slug_of, solution_id
from grader.nbgrader.exporter import Jitgrade
from grader.nbgrader.notebook import OURS
from grader.nbgrader.reading import UNREADABLE
from grader.nbgrader.wording import comment, fingerprint, reasons

if TYPE_CHECKING:
    from grader.model.exercise import Exercise
    from grader.model.report import CheckResult, Report

__all__ = ["OUTCOME", "Grade", "Outcome"]

OUTCOME: Final = "jitgrade"
"""Where nbconvert's resources say what is to be saved besides what the cells show."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one notebook, by grade ids.

    ``comments`` are for solutions, and ``graded`` is what of them was graded, in words; ``unsettled`` are test cells
    without points, each with its solution, "" where the course knows no check for it.
    """

    comments: dict[str, str]
    graded: dict[str, str]
    unsettled: dict[str, str]


class Grade(Execute):
    """Grades the exercises of a notebook; one without any is executed as nbgrader does."""

    def preprocess(self, nb: Any, resources: Any = None, km: Any = None) -> tuple[Any, Any]:  # noqa: ANN401 - theirs
        """Returns the notebook with the outputs of its test cells. Never raises for what a student did."""
        if not isinstance(self.parent, Jitgrade):
            raise TypeError('c.Autograde.exporter_class must be "grader.nbgrader.exporter.Jitgrade"')
        tests = {cell.metadata.nbgrader.grade_id: cell for cell in nb.cells if _is_test(cell)}
        folders = exercises_of((name for name in tests if slug_of(name) != name), self.parent.opened)
        if not folders:
            return super().preprocess(nb, resources, km)
        outcome = resources[OUTCOME] = Outcome(comments={}, graded={}, unsettled=dict.fromkeys(tests, ""))
        for number, cell in enumerate((cell for cell in nb.cells if cell.cell_type == "code"), 1):
            cell.outputs, cell.execution_count = [], number  # as reasons name them
        for folder in folders:
            exercise = read_exercise(find_exercise(self.parent.opened, folder.name), self.parent.opened)
            source, report = self._report(folder.name, exercise, nb, resources)
            solution = solution_id(exercise.slug)
            outcome.comments[solution] = comment(report, source)
            outcome.graded[solution] = fingerprint(report)
            for result in report.checks:
                cell = tests.get(check_id(exercise.slug, result.name))
                if cell is not None and result.max_score > 0:
                    _show(cell, result, report, source)
                    outcome.unsettled.pop(cell.metadata.nbgrader.grade_id)
                    if result.score is None:
                        outcome.unsettled[cell.metadata.nbgrader.grade_id] = solution
        for name in outcome.unsettled:
            self.log.warning("jitgrade: %s of %s is not marked; grade it by hand, or again", name, _whose(resources))
        return nb, resources

    def _report(self, name: str, exercise: Exercise, nb: Any, resources: Any) -> tuple[Source, Report]:  # noqa: ANN401
        """The code of an exercise, and its report; one that marks nothing where the fault is ours."""
        file = f"{resources['nbgrader']['notebook']}.ipynb"
        if why := nb.metadata.get(OURS, {}).get(UNREADABLE):
            return Source(name=file, data=b""), unread(file, why, exercise)
        text = nbformat.writes(nb).encode("utf-8", "replace")
        source = source_of(text, file, others(exercise.slug, self.parent.opened))
        if len(source.data) > MAX_BYTES:
            why = f"The code in {file} is larger than {MAX_BYTES >> 20} MiB; hand in the source only, without data."
            return source, unread(file, why, exercise)
        told = Path(resources["metadata"]["path"], file).absolute()
        submission = Submission(student=resources["nbgrader"]["student"], exercise=name, path=str(told))
        try:
            graded = self._examined(Task(batch="nbgrader", submission=submission, source=source))
        except CourseError:
            raise
        except Exception as error:  # noqa: BLE001 - one submission's trouble must not mark it, nor end the class
            why = f"{type(error).__name__}: {error}"
            self.log.error("jitgrade: %s of %s could not be graded: %s", name, submission.student, why)  # noqa: TRY400
            return source, unread(file, why, exercise, way="broken")
        return source, graded.report

    def _examined(self, task: Task) -> Graded:
        """What became of a task; what noise or a busy device left pending is judged once more, where it can be."""
        graded: Graded = self.parent.examiner.examine(task)
        waits = any(check.status == "pending" for check in graded.report.checks)
        if waits and self.parent.opened.accelerator in {"any", graded.report.environment.platform}:
            again = Task(batch=task.batch, submission=task.submission, source=task.source, earlier=graded)
            return self.parent.examiner.examine(again)
        return graded


def _show(cell: Any, result: CheckResult, report: Report, source: Source) -> None:  # noqa: ANN401 - nbformat's type
    """Leaves in a test cell what it would show: reasons, and its points unless they are not settled."""
    most = float(cell.metadata.nbgrader.points)
    points = min(max(most * (result.score or 0.0) / result.max_score, 0.0), most)
    cell.outputs = [new_output("stream", name="stdout", text=reasons(result, report, source, points, most))]
    if result.score is not None:
        count = cell.execution_count
        cell.outputs.append(new_output("execute_result", {"text/plain": repr(points)}, execution_count=count))


def _is_test(cell: Any) -> bool:  # noqa: ANN401 - nbformat's own type
    mark = cell.metadata.get("nbgrader", {})
    return bool(cell.cell_type == "code" and mark.get("grade") and not mark.get("solution"))


def _whose(resources: Any) -> str:  # noqa: ANN401 - nbconvert's own type
    return f"{resources['nbgrader']['student']}/{resources['nbgrader']['assignment']}"
