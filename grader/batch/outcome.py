"""Writes all that comes out of a batch in one pass over its results: both tables, the summary, the marks for Canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grader.batch.canvas import Filled, fill, write_canvas
from grader.batch.roll import Roll
from grader.batch.sheet import WIDTH
from grader.batch.summary import Summary
from grader.batch.tables import checks_table, write_students
from grader.batch.whole import whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from grader.batch.gradebook import Gradebook
    from grader.batch.late import LatePolicy
    from grader.batch.layouts.found import Found
    from grader.batch.nouns import Graded
    from grader.batch.roll import Exercised

__all__ = ["Outcome", "write_outcome"]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What was written, to be told on the screen, too."""

    summary: Summary
    canvas: Filled | None

    def text(self, width: int = WIDTH, *, symbols: bool = True, most: int | None = None) -> str:
        """Returns the summary, and what became of the marks for Canvas; at most ``most`` lines of each listing."""
        parts = [self.summary.text(width, symbols=symbols, most=most)]
        if self.canvas is not None:
            parts.append(self.canvas.text(width, symbols=symbols, most=most))
        return "\n".join(parts)


def write_outcome(
    results: Iterable[Graded],
    folder: Path,
    *,
    policy: LatePolicy,
    found: Found | None = None,
    expected: Iterable[Exercised] = (),
    gradebook: Gradebook | None = None,
    columns: Mapping[str, str] | None = None,
) -> Outcome:
    """Writes students.csv, checks.csv, summary.txt and, by a gradebook, canvas.csv. Raises OutputError.

    ``found`` is what was found: the students of a roster have a row even without a submission, and so has whoever
    handed in a file that is not graded, for ``expected`` exercises. ``columns`` names exercises' columns in the
    gradebook.
    """
    misfits = found.misfits if found else ()
    roll = Roll(policy, found.students if found else (), misfits, expected)
    summary = Summary(policy, misfits, found.aside if found else (), found.account if found else "")
    with checks_table(folder / "checks.csv") as add:
        for graded in results:
            add(graded)
            summary.add(graded, roll.add(graded))
    write_students(folder / "students.csv", roll)
    filled = None if gradebook is None else fill(gradebook, roll, columns)
    if filled is not None:
        write_canvas(folder / "canvas.csv", filled)
    outcome = Outcome(summary=summary, canvas=filled)
    with whole(folder / "summary.txt") as file:
        file.write(outcome.text())
    return outcome
