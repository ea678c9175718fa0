"""In ``nbgrader generate_assignment``: students get the exercise's starter where nbgrader took the solution out."""

from __future__ import annotations

from typing import Any

from nbgrader.preprocessors import NbGraderPreprocessor

from grader.nbgrader.notebook import OURS, STARTER

__all__ = ["PutStarters"]


class PutStarters(NbGraderPreprocessor):
    """Follows ClearSolutions, which leaves ``raise NotImplementedError()`` and can be given one text for all cells."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:  # noqa: ANN401 - nbconvert's own types
        """Returns the notebook with starters, and without what we wrote into its metadata."""
        nb.metadata.pop(OURS, None)
        return super().preprocess(nb, resources)

    def preprocess_cell(self, cell: Any, resources: Any, cell_index: int) -> tuple[Any, Any]:  # noqa: ANN401 - as above
        """Puts the starter into the cell of a solution."""
        del cell_index
        starter = cell.metadata.pop(OURS, {}).get(STARTER)
        if starter is not None and cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = starter
        return cell, resources
