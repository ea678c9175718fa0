"""``grader.check("exercise3", "correctness")``: the points of a notebook's file, with the reasons."""

from __future__ import annotations

import os
import sys

from grader.notebook.companion import companion, here
from grader.notebook.nouns import FileRequest, Refusal
from grader.notebook.shown import Points

__all__ = ["check"]


def check(exercise: str | int, check: str = "", *, notebook: str | os.PathLike[str] | None = None) -> Points:
    """Returns the points of this notebook's code, as its file was saved last: of one check, or of all of them.

    ``exercise`` is a number, ``exercise3`` or a name, of the course in this folder or one above. ``notebook`` is the
    file, where it cannot be found out. The code runs in a process of its own, not in this one. Whatever keeps it from
    being graded is printed in a sentence, and there are no points then.
    """
    request = FileRequest(
        folder=here(),
        exercise=str(exercise),
        check=str(check),
        notebook="" if notebook is None else os.fspath(notebook),
        hints=_hints(),
    )
    answer = companion().ask(request)
    if isinstance(answer, Refusal):
        print(answer.message)  # noqa: T201 - to the student, below the cell
        return Points(0.0)
    if answer.unsettled:
        print(answer.unsettled)  # noqa: T201 - the number alone does not tell
    return Points(answer.points, answer.text, answer.html)


def _hints() -> tuple[str, ...]:
    """The files that the front end may have told of: Jupyter's server in the environment, VS Code in a variable."""
    found = [os.environ.get("JPY_SESSION_NAME", "")]
    if "IPython" in sys.modules:
        from IPython.core.getipython import get_ipython

        shell = get_ipython()
        found += [str(shell.user_ns.get("__vsc_ipynb_file__", ""))] if shell is not None else []
    return tuple(hint for hint in found if hint)
