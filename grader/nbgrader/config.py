"""nbgrader's course folder: made, or told in its config how we grade; what stands there is never overwritten."""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path
from typing import Final

import msgspec

from grader.nbgrader.errors import NbgraderError
from grader.nbgrader.replacing import replace

__all__ = ["CONFIG", "Folder", "find", "init", "settings"]

CONFIG: Final = "nbgrader_config.py"
_BEGIN: Final = "# >>> jitgrade: `grade nbgrader init` wrote this, and replaces what stands between these two lines"
_END: Final = "# <<< jitgrade"
_BLOCK: Final = re.compile(r"^# >>> jitgrade.*?^# <<< jitgrade[^\n]*$", re.DOTALL | re.MULTILINE)
_SETTINGS: Final = """\
c.Jitgrade.course = {course!r}  # where the exercises are; from this folder on, where it is no whole path
c.Autograde.exporter_class = "grader.nbgrader.exporter.Jitgrade"
c.Autograde.autograde_preprocessors = [
    "grader.nbgrader.autograding.Grade",
    "nbgrader.preprocessors.IgnorePattern",
    "nbconvert.preprocessors.ClearMetadataPreprocessor",
    "nbgrader.preprocessors.LimitOutput",
    "grader.nbgrader.saving.SaveGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
c.GenerateAssignment.preprocessors = [
    "nbgrader.preprocessors.IncludeHeaderFooter",
    "nbgrader.preprocessors.InstantiateTests",
    "nbgrader.preprocessors.LockCells",
    "nbgrader.preprocessors.ClearSolutions",
    "grader.nbgrader.starters.PutStarters",
    "nbgrader.preprocessors.ClearOutput",
    "nbgrader.preprocessors.CheckCellMetadata",
    "nbgrader.preprocessors.ComputeChecksums",
    "nbgrader.preprocessors.SaveCells",
    "nbgrader.preprocessors.ClearHiddenTests",
    "nbgrader.preprocessors.ClearMarkScheme",
    "nbgrader.preprocessors.ComputeChecksums",
    "nbgrader.preprocessors.CheckCellMetadata",
]
c.HTMLExporter.filters = {{  # students' HTML is text
    "clean_html": "grader.nbgrader.rendering.clean_html",
    "markdown2html": "grader.nbgrader.rendering.markdown2html",
}}
"""
"""nbgrader's own lists of version 0.9, with what is ours in them. They name modules: without us nothing runs."""
_NEW: Final = """\
# What nbgrader has to know of this course; all that can be said here: `nbgrader generate_config`, elsewhere.
c = get_config()
c.CourseDirectory.course_id = {course_id!r}

"""


class Folder(msgspec.Struct, frozen=True, kw_only=True):
    """A course folder of nbgrader's. ``course`` is the course of exercises that its config names; None without one."""

    root: Path
    course: Path | None = None
    source: str = "source"
    structure: str = "{nbgrader_step}/{student_id}/{assignment_id}"

    def of(self, assignment: str) -> Path:
        """Returns the folder that an assignment's source notebooks lie in."""
        words = {"nbgrader_step": self.source, "student_id": ".", "assignment_id": assignment}
        try:
            return self.root / self.structure.format(**words)
        except (KeyError, IndexError, ValueError):
            raise NbgraderError(
                f"{CONFIG}: CourseDirectory.directory_structure {self.structure!r} has no form"
            ) from None


def find(start: Path) -> Folder:
    """Returns the folder of nbgrader's that this one is, or lies in. Raises NbgraderError."""
    start = start.resolve()
    root = next((folder for folder in (start, *start.parents) if (folder / CONFIG).is_file()), None)
    if root is None:
        raise NbgraderError(
            f"there is no {CONFIG} in {start} or above it; make a folder with `grade nbgrader init FOLDER`"
        )
    told = settings(_read(root / CONFIG))
    course = told.get("Jitgrade.course")
    known = {"source": told.get("CourseDirectory.source_directory")}
    known["structure"] = told.get("CourseDirectory.directory_structure")
    return Folder(
        root=root, course=root / course if course else None, **{key: word for key, word in known.items() if word}
    )


def init(folder: Path, course: Path, course_id: str) -> str:
    """Makes the folder, its ``source`` and its config, or extends the config that is there; returns what was done.

    Raises NbgraderError where that cannot be, with what to add by hand.
    """
    path = folder / CONFIG
    block = f"{_BEGIN}\n{_SETTINGS.format(course=_way(folder, course))}{_END}"
    try:
        text = _read(path) if path.exists() else None
        (folder / "source").mkdir(parents=True, exist_ok=True)
        if text is None:
            replace(path, f"{_NEW.format(course_id=course_id)}{block}\n".encode())
            return "written"
        extended = _extended(path, text, block)
        if extended == text:
            return "left as it is, for it says all this already"
        replace(path, extended.encode())
    except OSError as error:
        raise NbgraderError(f"{error.filename or folder} cannot be written: {error.strerror or error}") from None
    return "extended, with everything else in it left as it was"


def settings(text: str) -> dict[str, str]:
    """Returns the settings in a config that are texts as they stand, by ``Class.name``; a later one counts."""
    found = {}
    for node in ast.walk(_parsed(text)):
        match node:
            case ast.Assign([ast.Attribute() as target], ast.Constant(str() as word)):
                found[_name(target)] = word
    return found


def _extended(path: Path, text: str, block: str) -> str:
    """The config with our block in it. Raises NbgraderError where it sets the same itself."""
    if _BLOCK.search(text):
        return _BLOCK.sub(lambda _: block, text, count=1)
    ours = {_name(node) for node in ast.walk(ast.parse(block)) if isinstance(node, ast.Attribute)}
    nodes = (node for node in ast.walk(_parsed(text)) if isinstance(node, ast.Attribute) and _name(node) in ours)
    theirs = {_name(node): node.lineno for node in nodes if "." in _name(node)}
    if theirs:
        named = ", ".join(f"c.{name} (line {line})" for name, line in sorted(theirs.items(), key=lambda one: one[1]))
        raise NbgraderError(
            f"{path} sets {named} itself, so it was left as it is. Put our words into these lists, in this order and "
            f"beside yours; this is the whole of it:\n\n{block}"
        )
    return f"{text.rstrip()}\n\n{block}\n"


def _parsed(text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        line = f":{error.lineno}" if isinstance(error, SyntaxError) else ""
        raise NbgraderError(
            f"{CONFIG}{line}: this is no Python, so nbgrader cannot read it, either; repair it"
        ) from None


def _name(node: ast.Attribute) -> str:
    """``Autograde.exporter_class`` of ``c.Autograde.exporter_class``; "" where it is not of ``c``."""
    match node:
        case ast.Attribute(ast.Attribute(ast.Name("c"), section), name):
            return f"{section}.{name}"
        case _:
            return ""


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise NbgraderError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _way(folder: Path, course: Path) -> str:
    """How the config names the course: from its folder on where both can be moved together, else by its whole path."""
    folder, course = folder.resolve(), course.resolve()
    if course in folder.parents or folder.parent in (course.parent, *course.parents):
        return Path(os.path.relpath(course, folder)).as_posix()
    return str(course)
