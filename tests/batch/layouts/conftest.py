"""A class's hand-ins, written into a temporary folder, and the course that they are for."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.batch.layouts import Found, find
from grader.course import read_course
from grader.model.exercise import Course

STARTER = b"def f(x):\n    pass\n"


class HandedIn:
    """A folder that students' files lie in."""

    def __init__(self, root: Path, course: Course) -> None:
        self.root = root
        self.course = course

    def write(self, name: str, data: bytes | str = "") -> Path:
        """Writes a file, and the folders that it lies in; what is not said is a source like no other."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        said = data.encode() if isinstance(data, str) else data
        path.write_bytes(said or f"# {name}\n".encode("utf-8", "surrogateescape"))
        return path

    def find(self, *folders: Path, **given) -> Found:
        return find(folders or (self.root,), self.course, **given)

    def whose(self, *folders: Path, **given) -> dict[tuple[str, str], str]:
        """What is graded, as {(student, exercise): the file's path in the folder}, and nothing else was found."""
        found = self.find(*folders, **given)
        assert found.misfits == ()
        return self.keyed(found)

    def keyed(self, found: Found) -> dict[tuple[str, str], str]:
        return {one.key: str(Path(one.path).relative_to(self.root)) for one in found.submissions}

    def reasons(self, found: Found) -> dict[str, str]:
        """Why each misfit is one, by its path in the folder."""
        return {str(Path(one.path).relative_to(self.root)): one.reason for one in found.misfits}


def make_course(folder: Path) -> Course:
    """A course of three exercises that nobody could grade by."""
    for name in ("03_abs_static", "04_abs_where", "11_workload"):
        (folder / "exercises" / name).mkdir(parents=True)
        (folder / "exercises" / name / "starter.py").write_bytes(STARTER)
    (folder / "course.yaml").write_text("title: A course\n")
    return read_course(folder)


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return make_course(tmp_path / "course")


@pytest.fixture(scope="module")
def course_once(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The same for all examples of a test."""
    return make_course(tmp_path_factory.mktemp("course"))


@pytest.fixture
def handed(tmp_path: Path, course: Course) -> HandedIn:
    root = tmp_path / "handed-in"
    root.mkdir()
    return HandedIn(root, course)
