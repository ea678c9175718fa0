"""What holds one run of ``nbgrader autograde`` together: the course, one workshop, and how notebooks are read.

nbgrader reads what students hand in with all that nbformat can, follows links, waits for pipes, and gives up the whole
class where a cell was copied or marked by hand.
"""

from __future__ import annotations

import secrets
import weakref
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import nbformat
from nbconvert.exporters import NotebookExporter
from nbconvert.exporters.exporter import ResourcesDict
from nbgrader.api import Gradebook
from nbgrader.converters import NbGraderException
from traitlets import Unicode

from grader.batch.examiner import Examiner
from grader.batch.nouns import Order
from grader.course import CourseError, SubmissionError, raw_bytes, read_course
from grader.course.notebooks import why_torn
from grader.model.platforms import Device
from grader.model.spelling import either
from grader.nbgrader.assigned import Notebook
from grader.nbgrader.cells import exercises_of, slug_of
from grader.nbgrader.gradebook import notebook_of
from grader.nbgrader.sanitizing import Sanitized, sanitized
from grader.sandbox.tiers import TIERS, NoIsolationError, choose, stricter

if TYPE_CHECKING:
    from grader.model.exercise import Course

__all__ = ["Handed", "Jitgrade"]


class Handed(msgspec.Struct, frozen=True, kw_only=True):
    """A notebook that a student handed in for ``exercises`` (their folders).

    ``known`` is what the gradebook knows of it; ``why_not`` tells why it has no code.
    """

    path: Path
    exercises: tuple[Path, ...]
    known: Notebook
    found: Sanitized
    why_not: str = ""


class Jitgrade(NotebookExporter):
    """The exporter that ``Autograde.exporter_class`` names: nbgrader makes one for a run, and it lives as long.

    ``opened`` is the course, ``handed`` the latest notebook that was handed in; None where no cell of that is ours, and
    nbgrader goes on as ever.
    """

    course = Unicode("", help="Where the exercises are: a folder, from nbgrader's course folder on.").tag(config=True)
    device = Unicode("", help="What to grade on: cpu, gpu, tpu, gpu:1.").tag(config=True)
    require_isolation = Unicode("", help="The weakest isolation in which students' code may run.").tag(config=True)

    def __init__(self, **given: Any) -> None:  # noqa: ANN401 - traitlets' own
        super().__init__(**given)
        self.handed: Handed | None = None
        self._open = ExitStack()
        self._examiner: Examiner | None = None
        weakref.finalize(self, self._open.close)  # at the end of the run, or of the process
        if self.require_isolation not in {"", *TIERS}:
            raise self._refused(f"c.Jitgrade.require_isolation {self.require_isolation!r} is not {either(TIERS)}")
        try:
            Device.parsed(self.device or "cpu")
            self.opened: Course = read_course(Path(self.parent.coursedir.root, self.course))
            required = stricter(self.require_isolation, self.opened.isolation)
            if required not in {"", TIERS[-1]}:
                choose(required)  # or every submission would find out for itself
        except CourseError as error:
            raise self._refused(f"c.Jitgrade.course {self.course!r}: {error}") from None
        except (NoIsolationError, ValueError) as error:
            raise self._refused(str(error)) from None

    @property
    def examiner(self) -> Examiner:
        """Who grades, in one workshop for the whole run."""
        if self._examiner is None:
            order = Order(
                course=str(self.opened.folder),
                seed=secrets.token_hex(16),
                device=self.device,
                require_isolation=self.require_isolation,
            )
            self._examiner = self._open.enter_context(Examiner(order))
        return self._examiner

    def from_filename(
        self,
        filename: str,
        resources: Any = None,  # noqa: ANN401 - nbconvert's own types
        **others: Any,  # noqa: ANN401 - as above
    ) -> tuple[Any, Any]:
        """Converts a notebook; one that a student handed in for us is sanitized, so that it stops nobody else's."""
        path = Path(filename)
        told = resources["nbgrader"]
        folders = self.parent.coursedir
        if path.parent != Path(folders.format_path(folders.submitted_directory, told["student"], told["assignment"])):
            return super().from_filename(filename, resources, **others)
        with Gradebook(told["db_url"]) as gradebook:
            known = notebook_of(gradebook.find_notebook(told["notebook"], told["assignment"]))
        tests = (cell.name for cell in known.graded if slug_of(cell.name) != cell.name)
        exercises = exercises_of(tests, self.opened)
        self.handed = None
        if not exercises:
            return super().from_filename(filename, resources, **others)
        data, why_not = _data(path)
        found = sanitized(data, known)
        if data is not None and not found.readable:
            why_not = why_torn(data, path.name)
        self.handed = Handed(path=path.absolute(), exercises=exercises, known=known, found=found, why_not=why_not)
        resources["metadata"] = ResourcesDict(name=path.stem, path=str(path.parent))
        return self.from_notebook_node(nbformat.from_dict(found.notebook), resources, **others)

    def _refused(self, why: str) -> Exception:
        """The error that ends nbgrader's command with one sentence, and without a traceback."""
        self.log.error("jitgrade: %s", why)
        return NbGraderException(why)


def _data(path: Path) -> tuple[bytes | None, str]:
    """What was handed in; None and why it cannot be read."""
    try:
        return raw_bytes(path), ""
    except SubmissionError as error:
        return None, str(error)
