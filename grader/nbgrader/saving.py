"""In ``nbgrader autograde``, instead of SaveAutoGrades: what is not settled is no mark, and comments give reasons.

nbgrader takes a test cell that shows no number for one that earned everything.
"""

from __future__ import annotations

from typing import Any

from nbgrader.preprocessors import SaveAutoGrades

from grader.nbgrader.autograding import OUTCOME, Outcome

__all__ = ["SaveGrades"]

_NOTHING = Outcome(comments={}, graded={}, unsettled={})


class SaveGrades(SaveAutoGrades):
    """Saves what the cells show; manual marks, extra credit and manual comments are nbgrader's and stay."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:  # noqa: ANN401 - nbconvert's own types
        """Saves the marks and comments of a notebook."""
        self._outcome: Outcome = resources.get(OUTCOME, _NOTHING)
        self._same: dict[str, bool] = {}
        return super().preprocess(nb, resources)

    def preprocess_cell(self, cell: Any, resources: Any, cell_index: int) -> tuple[Any, Any]:  # noqa: ANN401 - as above
        """Saves the mark of a cell, or the comment on it."""
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if name in self._outcome.unsettled:
            self._leave_open(name, self._outcome.unsettled[name])
        elif name in self._outcome.comments:
            self._same_as_before(name)  # the earlier comment tells, which goes now
            self._comment(name).auto_comment = self._outcome.comments[name]
        else:
            return super().preprocess_cell(cell, resources, cell_index)
        self.gradebook.db.commit()
        return cell, resources

    def _leave_open(self, name: str, solution: str) -> None:
        """Leaves a mark to be given by hand; but one for the very same code and exercise stays as it was."""
        grade = self.gradebook.find_grade(name, self.notebook_id, self.assignment_id, self.student_id)
        if grade.auto_score is None or not self._same_as_before(solution):
            grade.auto_score = None
            grade.needs_manual_grade = True

    def _same_as_before(self, solution: str) -> bool:
        """Whether what the gradebook holds of an exercise is of the same code; asked before that is written over."""
        if solution not in self._same:
            earlier = (self._comment(solution).auto_comment or "") if solution else ""
            graded = self._outcome.graded.get(solution)
            self._same[solution] = graded is not None and graded in earlier
        return self._same[solution]

    def _comment(self, name: str) -> Any:  # noqa: ANN401 - a row of the gradebook
        return self.gradebook.find_comment(name, self.notebook_id, self.assignment_id, self.student_id)
