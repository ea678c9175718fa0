"""All students and exercises in one table, on the class's page: sorted and searched by a script, read without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.batch.overview.words import named, shown
from grader.reports.words import amount

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from grader.batch.late import Marked
    from grader.batch.overview.words import Links
    from grader.batch.roll import Roll

__all__ = ["parts"]

_CELLS: Final = 20_000  # of about a hundred bytes: a larger table is slow to open, and nobody reads it
_ABSENT: Final = "<td>–</td>"


def parts(roll: Roll, links: Links) -> Iterator[str]:
    """Yields the part of the page; of a very large class the first students by name."""
    students = roll.students
    most = max(_CELLS // (len(roll.exercises) + 2), 1)
    yield '<section class="wide" aria-labelledby="everybody">\n<h2 id="everybody">All students</h2>'
    if len(students) > most:
        yield f"<p>The first {most:,} of {len(students):,} students by name; students.csv has all of them.</p>"
    yield '<div class="search" hidden>\n<label for="find">Search</label>'
    yield '<input id="find" type="search" aria-controls="students" autocomplete="off" spellcheck="false">'
    yield "<output></output>\n<p>A name, or a word of the table: pending, broken, late. A column's head sorts.</p>"
    yield "</div>"
    yield '<div class="scroll tall" role="region" aria-label="Table of students" tabindex="0">'
    yield '<table id="students" class="sortable">'
    yield f"<thead><tr>{''.join(_heads(roll))}</tr></thead>\n<tbody>"
    for student in students[:most]:
        yield f"<tr>{''.join(_row(student, roll, links))}</tr>"
    yield "</tbody>\n</table>\n</div>\n</section>"


def _heads(roll: Roll) -> Iterator[str]:
    """The columns: whose, each exercise with the most that it gives, and the total."""
    yield '<th scope="col" data-sort="text" aria-sort="ascending">student</th>'
    for one in roll.exercises:
        words = f'{one.number} · {shown(one.title)} <span class="soft">of {amount(one.max_score)}</span>'
        yield f'<th scope="col" data-sort="number">{words}</th>'
    most = sum(one.max_score for one in roll.exercises)
    yield f'<th scope="col" data-sort="number">total <span class="soft">of {amount(most)}</span></th>'


def _row(student: str, roll: Roll, links: Links) -> Iterator[str]:
    """A student's marks. There is no total while a part of it is pending or broken."""
    marks = roll.marks(student)
    yield f'<th scope="row">{named(student)}</th>'
    for one in roll.exercises:
        marked = marks.get(one.name)
        yield _ABSENT if marked is None else _mark(marked, student, one.name, links)
    yield f"<td><strong>{_total(marks)}</strong></td>"


def _mark(marked: Marked, student: str, exercise: str, links: Links) -> str:
    """One mark, as a link to the report."""
    settled = marked.score is not None
    kind = "" if settled else f' class="{marked.standing}"'
    if settled and marked.max_score:
        kind = ' class="passed"' * (marked.score == marked.max_score) or ' class="failed"' * (marked.score == 0)
    late = ' <span class="soft">late</span>' if marked.late_by else ""
    words = marked.standing if marked.score is None else amount(marked.score)
    return f"<td{kind}>{links.put(words, student, exercise)}{late}</td>"


def _total(marks: Mapping[str, Marked]) -> str:
    """The sum of a student's marks, as students.csv has it."""
    scores = [marked.score for marked in marks.values()]
    settled = [score for score in scores if score is not None]
    return amount(sum(settled)) if settled and len(settled) == len(scores) else "–"
