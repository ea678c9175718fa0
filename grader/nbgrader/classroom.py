"""A course folder of nbgrader, as its own commands see it: where things lie, and how its configuration has it graded.

``nbgrader_config.py`` is the instructor's code, and runs here as it does in each command of nbgrader.
"""

from __future__ import annotations

import contextlib
import fnmatch
import re
import sys
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.batch.layouts.walking import walk
from grader.nbgrader.errors import NbgraderError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.batch.layouts.walking import File
    from grader.batch.nouns import Misfit

__all__ = ["Classroom"]


class Classroom:
    """The course folder ``folder``. Raises NbgraderError where it cannot be read as one."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise NbgraderError(f"there is no folder '{folder}'")
        app = _configured(folder.resolve())
        from nbgrader.converters import Autograde
        from nbgrader.preprocessors import AssignLatePenalties

        self._directory = app.coursedir
        with _refusals(folder):
            self._autograde = Autograde(coursedir=app.coursedir, parent=app)
            late = AssignLatePenalties(parent=self._autograde)
            late.init_plugin()
        used = any(_names(one, AssignLatePenalties) for one in self._autograde.autograde_preprocessors)
        self._plugin = late.plugin_inst if used and late.enabled else None
        self.root = Path(app.coursedir.root)
        self.url: str = app.coursedir.db_url
        self.course_id: str = app.coursedir.course_id
        self.permissions = int(str(self._autograde.permissions), 8)
        self.shared: bool = app.coursedir.groupshared
        words = {name: word for name, word in app.config.Jitgrade.items() if isinstance(word, str)}
        self.course = self.root / words["course"] if words.get("course") else None
        self.device = words.get("device", "")
        self.require_isolation = words.get("require_isolation", "")
        self.makes_students: bool = self._autograde.create_student

    def submitted(self, assignment: str) -> Iterator[tuple[str, Path]]:
        """Yields the students who handed something in, and the folder, in the order of names; no links."""
        step = self._directory.submitted_directory
        place = self._directory.format_path(step, "(?P<student>[^/\\\\]+)", re.escape(assignment), escape=True)
        pattern = re.compile(place)
        for name in sorted(glob(self._place(step, "*", assignment))):  # noqa: PTH207 - the pattern is nbgrader's, whole
            path = Path(name)
            found = pattern.fullmatch(name)
            if found and path.is_dir() and not path.is_symlink():
                yield found["student"], path

    def loose(self) -> tuple[list[File], list[Misfit]]:
        """Returns what lies in ``submitted``, but in no folder of a student's for an assignment: files, and links.

        Beside these, what systems left there.
        """
        place = self._place(self._directory.submitted_directory, "*", "*")
        top, depth = Path(place.partition("*")[0]), place.count("*")
        if not top.is_dir():
            return [], []
        tree = walk(top)
        files = [file for file in (*tree.files, *tree.others, *tree.hidden) if len(file.parts) <= depth]
        aside = [one for one in tree.aside if len(Path(one.path).relative_to(top).parts) <= depth]
        return files, aside

    def assignments(self) -> set[str]:
        """Returns the names of all assignments for which somebody handed something in."""
        step = self._directory.submitted_directory
        pattern = re.compile(self._directory.format_path(step, "[^/\\\\]+", "(?P<assignment>[^/\\\\]+)", escape=True))
        folders = (name for name in glob(self._place(step, "*", "*")) if Path(name).is_dir())  # noqa: PTH207 - as above
        found = (pattern.fullmatch(name) for name in folders)
        return {one["assignment"] for one in found if one}

    def autograded(self, assignment: str, student: str) -> Path:
        """Returns where a graded submission lies."""
        return Path(self._place(self._directory.autograded_directory, student, assignment))

    def source(self, assignment: str) -> Path:
        """Returns where the instructor's version lies."""
        return Path(self._place(self._directory.source_directory, ".", assignment))

    def ignores(self, name: str) -> bool:
        """Says whether files and folders of this name are never copied."""
        return any(fnmatch.fnmatch(name, pattern) for pattern in self._directory.ignore)

    def not_overwritten(self, assignment: str) -> frozenset[str]:
        """Returns the instructor's files that students may change."""
        return frozenset(self._autograde.exclude_overwriting.get(assignment, ()))

    def penalty(self, student: str, score: float, seconds: float) -> float | None:
        """Returns what is taken off a score for coming so many seconds late; None where nothing is.

        Raises NbgraderError where the plugin fails, which is the instructor's code.
        """
        if self._plugin is None:
            return None
        try:
            found = self._plugin.late_submission_penalty(student, score, seconds)
            return None if found is None else min(max(float(found), 0.0), max(score, 0.0))
        except Exception as error:  # noqa: BLE001 - it is any code at all
            said = f"{type(error).__name__}: {error}"
            raise NbgraderError(
                f"the plugin that AssignLatePenalties names failed for '{student}' ({said}); repair it, then run this "
                "command again: it writes what has been graded"
            ) from None

    def _place(self, step: str, student: str, assignment: str) -> str:
        place: str = self._directory.format_path(step, student, assignment)
        return str(Path(place))


def _configured(folder: Path) -> Any:  # noqa: ANN401 - nbgrader has no types
    """Nbgrader's own application of ``nbgrader autograde``, configured as in this folder. Raises NbgraderError."""
    from nbgrader.apps import AutogradeApp

    app = AutogradeApp()
    app.raise_config_file_errors = True
    path = list(sys.path)
    with contextlib.chdir(folder), _refusals(folder):
        app.initialize(["--quiet"])
        app.coursedir.root = app.coursedir.root or str(folder)
        _ = app.coursedir.db_url  # it looks at the working folder
    sys.path[:] = [*path, *(name for name in sys.path if name not in path)]
    return app


def _names(one: object, wanted: type) -> bool:
    """Whether an entry of a list of preprocessors, a class or its dotted name, is this one."""
    return one is wanted or (isinstance(one, str) and one.rpartition(".")[2] == wanted.__name__)


@contextlib.contextmanager
def _refusals(folder: Path) -> Iterator[None]:
    """Says what is wrong with a configuration that raises: it is any code at all."""
    try:
        yield
    except SystemExit:
        raise NbgraderError(f"nbgrader refuses its configuration in {folder}, as it says above") from None
    except Exception as error:  # noqa: BLE001 - as it says
        said = f"{type(error).__name__}: {error}"
        raise NbgraderError(f"nbgrader's configuration in {folder} cannot be read: {said}") from None
