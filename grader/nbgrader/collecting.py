"""What lies in ``submitted``: whose it is, which of the assignment's notebooks it is, and for which exercises.

The gradebook says what an assignment consists of. A notebook that it does not know is named, with the one that it is
most likely meant to be, and never graded by guess.
"""

from __future__ import annotations

import contextlib
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from grader.batch.layouts.found import Claim, Found, misfit, student_word
from grader.batch.layouts.joining import join
from grader.batch.layouts.naming import copies
from grader.batch.layouts.walking import bare_names, doubled, is_source, walk, why_no_source
from grader.course import SubmissionError, raw_bytes
from grader.model.spelling import meant
from grader.nbgrader import cells
from grader.nbgrader.assigned import Assignment
from grader.nbgrader.errors import NbgraderError
from grader.nbgrader.sanitizing import Sanitized, sanitized

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.batch.layouts.walking import File
    from grader.batch.nouns import Misfit, Submission
    from grader.model.exercise import Course, Source
    from grader.nbgrader.assigned import Notebook
    from grader.nbgrader.classroom import Classroom

__all__ = ["Collected", "Handed", "collect"]

_TIMESTAMP: Final = "timestamp.txt"
_SIDE: Final = frozenset({_TIMESTAMP, "submission_secret.txt"})
_DATA: Final = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".csv", ".tsv", ".npy", ".npz", ".pkl", ".h5", ".log")
"""Endings of files that hold no answer to an exercise."""


class Handed(msgspec.Struct, frozen=True, kw_only=True):
    """What one student handed in for an assignment: the ``notebooks`` that belong to it, by name, and ``strangers``.

    ``student`` is what nbgrader calls them, ``word`` what a batch does; ``timestamp`` is nbgrader's text, "" without.
    ``strangers`` are files that may be a notebook of the assignment under another name; ``aside`` are all others.
    """

    student: str
    word: str
    assignment: Assignment
    folder: Path
    timestamp: str
    at: datetime | None
    notebooks: dict[str, Path]
    strangers: tuple[File, ...]
    aside: tuple[Misfit, ...] = ()

    def sanitized(self, known: Notebook) -> Sanitized:
        """Returns one of its notebooks, made harmless."""
        return sanitized(self.data(known), known)

    def data(self, known: Notebook) -> bytes | None:
        """Returns the bytes of one of its notebooks; None where they cannot be read."""
        try:
            return raw_bytes(self.notebooks[known.name])
        except SubmissionError:
            return None


class Collected:
    """All that was handed in for some assignments; ``found`` is what a batch grades of it."""

    def __init__(
        self,
        handed: Sequence[Handed],
        course: Course,
        misfits: Sequence[Misfit],
        told: str,
        aside: Sequence[Misfit] = (),
    ) -> None:
        self.handed = tuple(handed)
        self._course = course
        self._places = {
            (str(path), one.word): (one, known)
            for one in handed
            for known in one.assignment.notebooks
            if (path := one.notebooks.get(known.name)) is not None
        }
        claims = [
            Claim(student=one.word, exercise=folder.name, path=one.notebooks[known.name], handed_in=one.at)
            for one, known in self._places.values()
            for folder in self.exercises(known)
        ]
        submissions, left, older = join(claims, course)
        self.found = Found(
            submissions=tuple(self._known(one) for one in submissions),
            misfits=tuple(sorted({*misfits, *left}, key=lambda one: (one.path, one.reason))),
            layout=told,
            aside=(*aside, *older, *(each for one in handed for each in (*one.aside, *self._not_ours(one)))),
        )

    def _not_ours(self, one: Handed) -> Iterator[Misfit]:
        """Notebooks that nbgrader grades without us."""
        for known in one.assignment.notebooks:
            if known.name in one.notebooks and not self.exercises(known):
                yield misfit(one.notebooks[known.name], "No cell of it is for an exercise of the course.")

    def exercises(self, known: Notebook) -> tuple[Path, ...]:
        """Returns the folders of the exercises that a notebook is for."""
        return cells.exercises_of((cell.name for cell in known.graded), self._course)

    def source(self, submission: Submission) -> Source | None:
        """Returns the code that was handed in for an exercise; None where that cannot be read, or is too long.

        It is that of the sanitized notebook, without cells for other exercises.
        """
        one, known = self._places[submission.path, submission.student]
        found = one.sanitized(known)
        if not found.readable:
            return None
        exercise = self._course.folder / "exercises" / submission.exercise
        with contextlib.suppress(SubmissionError):
            return cells.code_of(found.with_outputs({}), Path(submission.path).name, exercise, self._course)
        return None

    def _known(self, submission: Submission) -> Submission:
        """The submission with its due date, which an extension moves."""
        one, _ = self._places[submission.path, submission.student]
        due = one.assignment.extended.get(one.student, one.assignment.due)
        return msgspec.structs.replace(submission, due=due and due.replace(tzinfo=UTC))


def collect(classroom: Classroom, assignments: Sequence[Assignment], course: Course, wanted: str = "") -> Collected:
    """Returns what lies there for assignments with cells of ours; ``wanted`` is the only one to look at, if any.

    Raises NbgraderError where the gradebook has none.
    """
    names = {one.name for one in assignments}
    if wanted and wanted not in names:
        told = f"the gradebook of {classroom.root} has no assignment '{wanted}'{meant(wanted, sorted(names))}"
        raise NbgraderError(told if names else f"{told}; run `nbgrader generate_assignment {wanted}`")
    ours = [
        one
        for one in assignments
        if wanted in ("", one.name)
        and any(cells.exercises_of((cell.name for cell in known.graded), course) for known in one.notebooks)
    ]
    if not ours:
        which = f"assignment '{wanted}'" if wanted else "the gradebook"
        told = "make notebooks with `grade nbgrader build`, then run `nbgrader generate_assignment`"
        raise NbgraderError(f"no cell of {which} of {classroom.root} is for an exercise of '{course.title}'; {told}")
    misfits: list[Misfit] = []
    handed = []
    for assignment in ours:
        for student, folder in classroom.submitted(assignment.name):
            one = _handed(student, assignment, folder, classroom)
            if isinstance(one, str):
                misfits.append(misfit(folder, one, files=_count(folder)))
            else:
                handed.append(one)
                misfits += _misfits(one, course)
    if not wanted:
        misfits += _unknown(classroom, names)
    loose, aside = classroom.loose()
    for file in loose:
        told = "It does not lie in a folder STUDENT/ASSIGNMENT, as nbgrader has it; move it there."
        whose = student_word(file.parts[0]) or "" if len(file.parts) > 1 else ""
        linked = file.path.is_symlink() and file.path.is_dir()
        misfits.append(misfit(file.path, why_no_source(file, "") if linked else told, student=whose))
    told = f"nbgrader's gradebook ({', '.join(one.name for one in ours)})"
    return Collected(handed, course, misfits, told, aside)


def _count(folder: Path) -> int:
    """How many files lie below a folder."""
    return sum(len(names) for _, _, names in os.walk(folder))


def _handed(student: str, assignment: Assignment, folder: Path, classroom: Classroom) -> Handed | str:
    """What lies in a folder, or a sentence why nothing of it is looked at."""
    word = student_word(student)
    if word is None:
        return "The name of the student's folder cannot be printed; rename it."
    names = {known.name for known in assignment.notebooks}
    try:
        tree = walk(folder, _SIDE)
    except OSError as error:
        return f"This folder cannot be read: {error.strerror}."
    files = sorted((*tree.files, *tree.others, *tree.hidden), key=lambda file: file.parts)
    notebooks = {
        file.stem: file.path
        for file in files
        if len(file.parts) == 1 and file.path.suffix == ".ipynb" and file.stem in names
    }
    absent = names - set(notebooks)
    known = set(notebooks.values())
    strangers, aside = [], [*tree.aside, *tree.misfits]
    for file in files:
        if file.path in known:
            continue
        why = _no_stranger(file, absent, names, classroom.source(assignment.name))
        if why:
            aside.append(misfit(file.path, why))
        else:
            strangers.append(file)
    timestamp, at = _timestamp(folder / _TIMESTAMP)
    return Handed(
        student=student,
        word=word,
        assignment=assignment,
        folder=folder,
        timestamp=timestamp,
        at=at,
        notebooks=notebooks,
        strangers=tuple(strangers),
        aside=tuple(aside),
    )


def _no_stranger(file: File, absent: set[str], names: set[str], source: Path) -> str:
    """Why a file is none of the assignment's notebooks under another name; "" where it may be one.

    A copy may be what counts even beside the notebook of which it is one, and any file where a notebook is missing,
    save for those that hold no answer.
    """
    bare = set(bare_names(file.path.name))
    if source.joinpath(*file.parts).is_file():
        return "It was handed out with the assignment."
    if absent and (bare & absent or file.path.suffix.lower() not in _DATA):
        return ""
    if is_source(file.path.name) and any(name in names for one in bare for name in copies(one)):
        return ""
    return "It lies beside the notebooks of the assignment."


def _timestamp(path: Path) -> tuple[str, datetime | None]:
    """When it was handed in, as nbgrader's text, and the same in UTC; nothing where that is no moment."""
    from nbgrader.utils import parse_utc

    try:
        text = raw_bytes(path)[:100].decode("utf-8", "replace").strip()
        found = parse_utc(text) if text else None
    except (SubmissionError, ValueError, ArithmeticError):  # decimals may be too large, too
        return "", None
    return (text, found.replace(tzinfo=UTC)) if isinstance(found, datetime) else ("", None)


def _misfits(one: Handed, course: Course) -> Iterator[Misfit]:
    absent = [known.name for known in one.assignment.notebooks if known.name not in one.notebooks]
    missing = (cell.name for known in one.assignment.notebooks if known.name in absent for cell in known.graded)
    exercises = cells.exercises_of(missing, course)
    exercise = exercises[0].name if len(exercises) == 1 else ""
    for file in one.strangers:
        said = _strange(file, one.assignment.name, absent)
        yield misfit(file.path, said, student=one.word, exercise=exercise)
    for name in absent:
        counts = "0 points, and is to be looked at" if one.strangers else "0 points"
        path = one.folder / f"{name}.ipynb"
        told = f"This notebook was not handed in, or not under this name; it counts {counts}."
        yield misfit(path, told, files=0, absent=True)
    if not one.timestamp and (one.folder / _TIMESTAMP).exists():
        told = "It holds no date and time, so nobody knows when this was handed in."
        yield misfit(one.folder / _TIMESTAMP, told, files=0, absent=True)


def _strange(file: File, assignment: str, absent: Sequence[str]) -> str:
    """What is said of a file that may be a notebook under another name."""
    bare = set(bare_names(file.path.name))
    called = next((name for name in absent if name in bare), absent[0] if len(absent) == 1 else "")
    if called and (doubled(file.path.name) or file.path.name.startswith(".")):
        return why_no_source(file, called)
    if called in bare and called:
        where = f" and move it up to {assignment}/" if len(file.parts) > 1 else ""
        return f"It is no notebook that nbgrader knows by its name; rename it to {called}.ipynb{where}."
    if file.path.suffix.lower() != ".ipynb":
        asked = f"ask for {called}.ipynb" if called else f"ask for {' or '.join(f'{name}.ipynb' for name in absent)}"
        return f"It is no notebook of assignment '{assignment}'; {asked}."
    near = meant(file.stem, absent) if absent else ""
    said = f"rename it if it is '{absent[0]}'" if len(absent) == 1 else f"rename it if it is one{near}"
    of = f"Assignment '{assignment}' has no notebook '{file.stem}'"
    return f"{of}; {said if absent else 'it is a copy of one that was handed in besides: leave the one that counts'}."


def _unknown(classroom: Classroom, names: set[str]) -> Iterator[Misfit]:
    """What was handed in for assignments that the gradebook does not know."""
    for name in sorted(classroom.assignments() - names):
        for _, folder in classroom.submitted(name):
            told = f"The gradebook has no assignment '{name}'{meant(name, sorted(names))}"
            yield misfit(folder, told, files=_count(folder))
