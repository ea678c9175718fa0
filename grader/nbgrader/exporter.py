"""What holds one run of ``nbgrader autograde`` together: the course, one workshop, and how notebooks are read."""

from __future__ import annotations

import secrets
import weakref
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nbconvert.exporters import NotebookExporter
from nbconvert.exporters.exporter import ResourcesDict
from nbgrader.converters import NbGraderException
from traitlets import Unicode

from grader.batch.examiner import Examiner
from grader.batch.nouns import Order
from grader.course import CourseError, read_course
from grader.nbgrader.reading import handed_in
from grader.sandbox.tiers import NoIsolationError

if TYPE_CHECKING:
    from grader.model.exercise import Course

__all__ = ["Jitgrade"]


class Jitgrade(NotebookExporter):
    """The exporter that ``Autograde.exporter_class`` names: nbgrader makes one for a run, and it lives as long."""

    course = Unicode("", help="Where the exercises are: a folder, from nbgrader's course folder on.").tag(config=True)
    device = Unicode("", help="What to grade on: cpu, gpu, tpu, gpu:1.").tag(config=True)
    require_isolation = Unicode("", help="The weakest isolation in which students' code may run.").tag(config=True)

    def __init__(self, **given: Any) -> None:  # noqa: ANN401 - traitlets' own
        super().__init__(**given)
        self._open = ExitStack()
        self._examiner: Examiner | None = None
        weakref.finalize(self, self._open.close)  # at the end of the run, or of the process
        root = self.parent.coursedir.root if self.parent else "."
        try:
            self.opened: Course = read_course(Path(root, self.course))
        except CourseError as error:
            raise self._refused(f"c.Jitgrade.course {self.course!r}: {error}") from None

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
            try:
                self._examiner = self._open.enter_context(Examiner(order))
            except NoIsolationError as error:
                raise self._refused(str(error)) from None
        return self._examiner

    def from_filename(
        self,
        filename: str,
        resources: Any = None,  # noqa: ANN401 - nbconvert's own types
        **others: Any,  # noqa: ANN401 - as above
    ) -> tuple[Any, Any]:
        """Converts a notebook; one that a student handed in is read so that nothing in it can stop the class."""
        path = Path(filename)
        told = (resources or {}).get("nbgrader", {})
        folders = self.parent.coursedir
        if path.parent != Path(folders.format_path(folders.submitted_directory, told["student"], told["assignment"])):
            return super().from_filename(filename, resources, **others)
        resources["metadata"] = ResourcesDict(name=path.stem, path=str(path.parent))
        return self.from_notebook_node(handed_in(path), resources, **others)

    def _refused(self, why: str) -> Exception:
        """The error that ends nbgrader's command with one sentence, and without a traceback."""
        self.log.error("jitgrade: %s", why)
        return NbGraderException(why)
