"""``%load_ext grader``, and the cell magic that it brings: ``%%grade exercise3`` shows what a cell would be given.

What a cell needs of others it takes from what was run in this session, which is what is in front of the student, saved
or not: see `needed.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.notebook.companion import companion, here
from grader.notebook.nouns import CellRequest, Earlier, Refusal
from grader.notebook.shown import Feedback

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

__all__ = ["load_ipython_extension", "unload_ipython_extension"]


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Teaches a shell ``%%grade``. The process that grades gets ready meanwhile."""

    def grade(line: str, cell: str) -> None:
        """Grade the code below as an exercise, and show what came of it.

            %%grade EXERCISE [--only CHECK] [--seed N] [--course DIR] [--device NAME]

        EXERCISE is a number (3), exercise3 or a name (abs_static). The code runs in a process of its own, and not in
        this notebook: its names are not defined here, and nothing of this notebook changes. What it uses of the cells
        that you have run (imports, functions, classes, assignments) comes along, as you ran it last.

        The course is looked for in this folder and those above, or where --course says. --only judges one check alone
        and may be given more than once; --seed draws the inputs that an earlier report's seed drew; --device is cpu,
        gpu or tpu.
        """
        _grade(shell, line, cell)

    shell.register_magic_function(grade, magic_kind="cell")
    companion().start()


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """Forgets ``%%grade``, and ends the process that graded."""
    shell.magics_manager.magics["cell"].pop("grade", None)
    companion().close()


def _grade(shell: InteractiveShell, words: str, text: str) -> None:
    """Has a cell graded and shows what came of it, without a result that the shell would keep."""
    from IPython.display import display

    run = shell.history_manager.input_hist_raw if shell.history_manager else []  # with this cell, which counts for none
    request = CellRequest(
        folder=here(),
        words=words,
        text=text,
        number=len(run) - 1 if run and run[-1].rstrip().endswith(text.rstrip()) else 0,
        earlier=tuple(Earlier(number=number, text=one) for number, one in enumerate(run) if one.strip()),
    )
    answer = companion().ask(request)
    if isinstance(answer, Refusal):
        print(answer.message)  # noqa: T201 - to the student, below the cell
    else:
        display(Feedback(answer.text, answer.html))
