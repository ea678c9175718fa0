"""What a request comes to: the course, the exercise, the source to grade, and what a reader is told of that source."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec

from grader import course as rooms
from grader.commands import options
from grader.course import CourseError, SubmissionError, fingerprint
from grader.course.magics import python_lines
from grader.course.notebooks import grade_ids
from grader.devices import NoDeviceError
from grader.model.exercise import Course, Exercise, Source
from grader.nbgrader.cells import code_of, solution_id
from grader.notebook import files, words
from grader.notebook.needed import missing, needed, parts
from grader.reports.plain import clean
from grader.sandbox.recording import UnknownSeedError
from grader.sandbox.tiers import NoIsolationError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.notebook.needed import Part
    from grader.notebook.nouns import CellRequest, FileRequest

__all__ = ["REFUSALS", "Asked", "of_cell", "of_file", "sentence"]

REFUSALS: Final = (
    click.UsageError,
    CourseError,
    NoDeviceError,
    NoIsolationError,
    SubmissionError,
    UnknownSeedError,
    OSError,
)
"""The errors that say all there is to say."""
_NAME: Final = "cell.ipynb"
_MOST_NAMED: Final = 5


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be graded. ``path`` is how a reader knows the source, ``note`` what he should know of it.

    ``folder`` is where the source lies, None where it is in no file; ``options`` is what a command for it needs, too.
    """

    course: Course
    exercise: Exercise
    source: Source
    path: str
    note: str
    folder: Path | None = None
    only: tuple[str, ...] = ()
    seed: str = ""
    device: str = ""
    options: str = ""

    @property
    def about(self) -> tuple[str, ...]:
        """What one report is about: the same source, judged by the same exercise."""
        return self.path, hashlib.sha256(self.source.data).hexdigest(), fingerprint(self.exercise)


def of_cell(request: CellRequest) -> Asked:
    """Returns what a cell under ``%%grade`` asks for. Raises one of `REFUSALS`."""
    asked = words.read(request.words)
    course = rooms.read_course(asked.course or Path.cwd())
    exercise = rooms.read_exercise(rooms.find_exercise(course, asked.exercise), course)
    options.must_have(exercise, asked.only)
    lines = [f"# %%grade {clean(request.words)}", *python_lines(request.text)]  # counted as the notebook counts them
    cell = parts(request.text)
    taken = needed(cell, request.earlier)
    return Asked(
        course=course,
        exercise=exercise,
        source=_together(taken, lines),
        path=f"In [{request.number}]" if request.number else "This cell",
        note=_along(taken, missing(cell, taken) if cell else ()),
        only=asked.only,
        seed=asked.seed,
        device=asked.device,
        options=f" --course {asked.course}" if asked.course else "",
    )


def of_file(request: FileRequest) -> Asked:
    """Returns what ``grader.check`` asks for. Raises one of `REFUSALS`."""
    here = Path.cwd()
    course = rooms.read_course(here)
    exercise = rooms.read_exercise(rooms.find_exercise(course, request.exercise), course)
    options.must_have(exercise, [request.check] if request.check else [], said="")
    path = files.found(request.notebook, request.hints, here, lambda path: _holds(path, solution_id(exercise.slug)))
    moment = files.saved(path)
    name = clean(path.name)
    source = code_of(rooms.raw_bytes(path), name, exercise.folder, course)
    return Asked(
        course=course,
        exercise=exercise,
        source=source,
        path=name,
        note=f"This is {name} as it was saved at {moment}: what you have changed since then is not in it.",
        folder=path.resolve().parent,
    )


def _holds(notebook: Path, grade_id: str) -> bool:
    """Whether a notebook has a cell that nbgrader knows by this."""
    try:
        return grade_id in grade_ids(rooms.raw_bytes(notebook))
    except SubmissionError:
        return False


def sentence(error: Exception) -> str:
    """Returns what an error says, as one that begins and ends like a sentence."""
    if isinstance(error, click.ClickException):
        said = error.format_message()
    elif isinstance(error, OSError):
        said = f"{error.filename or 'this folder'} cannot be used: {error.strerror}"
    else:
        said = str(error)
    return clean(f"{said[:1].upper()}{said[1:]}{'' if said.endswith(('.', '?', '!')) else '.'}")


def _together(taken: Sequence[Part], lines: Sequence[str]) -> Source:
    """The cell's lines below those it takes along; what has to stand first in a file, first."""
    rows = [(line, f"In [{part.number}], line {part.row + at}") for part in taken for at, line in enumerate(part.lines)]
    own = [(line, f"line {row}") for row, line in enumerate(lines, 1)]
    first = [row for row in own if row[0].startswith("from __future__ import")] if rows else []
    every = [*first, *rows, *(row for row in own if row not in first)]
    data = "".join(f"{line}\n" for line, _ in every).encode("utf-8", "replace")
    return Source(name=_NAME, data=data, lines={at: label for at, (_, label) in enumerate(every, 1)})


def _along(taken: Sequence[Part], unknown: Sequence[str]) -> str:
    """What a reader should know of the names that a cell has from elsewhere."""
    numbers = list(dict.fromkeys(part.number for part in taken))
    listed = [f"In [{number}]" for number in numbers]
    said = f"Graded with what it uses of {_listed(listed)}. " if listed else ""
    if unknown:
        names = _listed([f"`{name}`" for name in unknown[:_MOST_NAMED]])
        said += f"No cell that you have run defines {names}; run the one that does, then this one."
    return said.strip()


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
