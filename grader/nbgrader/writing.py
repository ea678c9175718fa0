"""The one writer: puts what a batch found into ``autograded`` and the gradebook, one submission after another.

The gradebook is taken for writing first, then the folder is put into its place, then the rows are committed. A run that
is killed in between leaves a whole gradebook, and a folder that the next run replaces once more.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grader.batch.layouts.found import misfit
from grader.batch.whole import OutputError
from grader.model.exercise import Source
from grader.nbgrader import cells, folders, rows
from grader.nbgrader.marking import Answer, Marked, absent, marked
from grader.nbgrader.sanitizing import sanitized

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from grader.batch.nouns import Graded, Misfit, Submission
    from grader.model.report import Report
    from grader.nbgrader.assigned import Notebook
    from grader.nbgrader.classroom import Classroom
    from grader.nbgrader.collecting import Collected, Handed
    from grader.nbgrader.gradebook import Ledger

__all__ = ["Writer", "Written"]


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """How many submissions were written, how many of them wait for a person, and what could not be written, and why."""

    submissions: int
    waiting: int
    misfits: tuple[Misfit, ...]

    @property
    def words(self) -> str:
        """The same in a sentence."""
        of = "1 submission" if self.submissions == 1 else f"{self.submissions} submissions"
        waits = "" if not self.waiting else f"; {self.waiting} of them with cells that a person has to grade"
        return f"{of} written to nbgrader's gradebook and autograded folder{waits}."


class Writer:
    """Writes what was handed in by the results that count."""

    def __init__(self, classroom: Classroom, ledger: Ledger, collected: Collected) -> None:
        self._classroom = classroom
        self._ledger = ledger
        self._collected = collected
        self._submissions = {(one.student, one.exercise): one for one in collected.found.submissions}

    def write(self, results: Iterable[Graded], tell: Callable[[str], None] = lambda _: None) -> Written:
        """Writes all submissions that can be; ``tell`` is told whose it is at. Raises NbgraderError."""
        reports = self._reports(results)
        waiting, written = 0, 0
        misfits = []
        for one in self._collected.handed:
            tell(one.word)
            data = {known.name: one.data(known) for known in one.assignment.notebooks if known.name in one.notebooks}
            kept = [self._kept(one, known, data, reports) for known in one.assignment.notebooks]
            try:
                why_not = self._changed(one, data) or self._put(one, kept)
            except OutputError as error:
                why_not = str(error)
            if why_not:
                misfits.append(misfit(one.folder, f"Graded, and not written: {why_not}."))
                continue
            written += 1
            waiting += any(each.look or any(score.points is None for score in each.scores) for each in kept)
        return Written(submissions=written, waiting=waiting, misfits=tuple(misfits))

    def _put(self, one: Handed, kept: list[Marked]) -> str:
        """Writes one submission; says why it could not, or ""."""
        contents = {each.name: each.content for each in kept if each.content is not None}
        place = self._classroom.autograded(one.assignment.name, one.student)
        with self._ledger.transaction() as book:  # first, for of two runs only one may make the folder
            fresh = folders.fresh(place, contents)
            why_not = rows.write(book, self._classroom, one, kept, fresh)
            if not why_not:
                folders.put(folders.build(self._classroom, one.assignment.name, one.folder, place, contents), place)
        return why_not

    def _reports(self, results: Iterable[Graded]) -> dict[tuple[str, str], Report]:
        """The report of each submission, where it is of the file that lies there now."""
        found = {}
        for graded in results:
            mine = self._submissions.get(graded.submission.key)
            if mine is not None and mine.sha256 == graded.submission.sha256:
                found[mine.key] = graded.report
        return found

    def _changed(self, one: Handed, data: Mapping[str, bytes | None]) -> str:
        """Says which notebook is another one than was graded, or ""."""
        for known in one.assignment.notebooks:
            for exercise in self._collected.exercises(known) if known.name in data else ():
                path = one.notebooks[known.name]
                mine = self._submissions.get((one.word, exercise.name))
                if mine is not None and mine.path == str(path) and mine.sha256 != _hash(data[known.name]):
                    return f"{path.name} was changed meanwhile; run this command again"
        return ""

    def _kept(
        self,
        one: Handed,
        known: Notebook,
        data: Mapping[str, bytes | None],
        reports: dict[tuple[str, str], Report],
    ) -> Marked:
        """What comes of a notebook."""
        if known.name not in one.notebooks:
            return absent(known, look=bool(one.strangers))
        answers: dict[str, Answer | None] = {}
        for folder in self._collected.exercises(known):
            slug = cells.solution_id(folder.name.partition("_")[2])
            answers[slug] = self._answer(one.word, folder, str(one.notebooks[known.name]), reports)
        return marked(known, sanitized(data[known.name], known), answers)

    def _answer(self, word: str, exercise: Path, path: str, reports: dict[tuple[str, str], Report]) -> Answer | None:
        """The answer to an exercise; None where nothing was graded of this very file."""
        submission: Submission | None = self._submissions.get((word, exercise.name))
        report = reports.get((word, exercise.name))
        if submission is None or report is None or submission.path != path:
            return None
        source = self._collected.source(submission) or Source(name=Path(path).name, data=b"")
        return Answer(report=report, source=source)


def _hash(data: bytes | None) -> str:
    """The hash of a file's bytes as a submission has it; "" where they cannot be read."""
    return "" if data is None else sha256(data).hexdigest()
