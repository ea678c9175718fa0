"""In ``nbgrader autograde``, instead of SaveAutoGrades: what is not settled is no mark, and comments give reasons.

nbgrader takes a test cell that shows no number for one that earned everything.
"""

from __future__ import annotations

from typing import Any, Final

from nbgrader.preprocessors import SaveAutoGrades

from grader.nbgrader.autograding import MARKED
from grader.nbgrader.marking import Marked

__all__ = ["SaveGrades"]

_NOTHING: Final = Marked(name="", content=None, scores=(), comments={})


class SaveGrades(SaveAutoGrades):
    """Saves what the cells show; manual marks, extra credit and manual comments are nbgrader's and stay."""

    def preprocess_cell(self, cell: Any, resources: Any, cell_index: int) -> tuple[Any, Any]:  # noqa: ANN401 - theirs
        """Saves the mark of a cell, and the comment on it.

        Where there is no mark yet, an earlier one stays, and a person is asked to look.
        """
        found: Marked = resources.get(MARKED, _NOTHING)
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        where = (name, self.notebook_id, self.assignment_id, self.student_id)
        if any(score.cell == name and score.points is None and score.why for score in found.scores):
            self.gradebook.find_grade(*where).needs_manual_grade = True
        else:
            super().preprocess_cell(cell, resources, cell_index)
        if name in found.comments:
            self.gradebook.find_comment(*where).auto_comment = found.comments[name]
        self.gradebook.db.commit()
        return cell, resources
