"""A course to package, and packages of it: with a solution in it (Gradescope), and with what it answered (VPL)."""

from __future__ import annotations

import base64
import io
import shutil
import tarfile
import zipfile
from pathlib import Path

import msgspec
import pytest

from grader.course import find_exercise, read_course, read_exercise
from grader.lms.packing import building
from grader.lms.packing.nouns import Request

SMALL_COURSE = Path(__file__).parents[2] / "end_to_end" / "small_course"


class Shelf:
    """A course's folder, and what it is packaged into."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def replace(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new))

    def built(self, platform: str, *words: str, **asked):
        """What is packaged, pinned without asking an index."""
        course = read_course(self.root)
        exercises = tuple(read_exercise(find_exercise(course, word), course) for word in words or ("1",))
        request = Request(platform=platform, python="3.12", hashes=False, key=b"a key", **asked)
        return building.built(request, course, exercises)


@pytest.fixture
def shelf(tmp_path):
    shutil.copytree(SMALL_COURSE, tmp_path / "course")
    return Shelf(tmp_path / "course")


@pytest.fixture
def untried(monkeypatch):
    """Leaves out the trial of the solutions, where a test is about something else."""
    monkeypatch.setattr(building, "can_try", lambda: False)


@pytest.fixture(scope="session")
def by_platform(tmp_path_factory, recorded):
    """What every platform gets of the small course's first exercise."""
    root = tmp_path_factory.mktemp("course") / "course"
    shutil.copytree(SMALL_COURSE, root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "can_try", lambda: False)
        patch.setattr(building, "expected", lambda *_: recorded)
        images = {"prairielearn": "cs101/jitgrade:1"}
        return {name: contents(Shelf(root).built(name, image=images.get(name, ""))) for name in building.PLACES}


def contents(made):
    """The bytes of all files by their names, those in archives, too."""
    files = {"": made} if isinstance(made, bytes) else {name: file.data for name, file in made.items()}
    found = {}
    for name, data in files.items():
        if name in ("", "made.zip"):
            found |= _zip(data)
        elif name.endswith((".tar", ".tar.gz")):
            found |= _tar(data, name)
        elif name.endswith(".b64"):
            found |= _tar(base64.b64decode(data), name)
        else:
            found[name] = data
    return found


def _zip(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _tar(data, name):
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        return {f"{name}:{member.name}": archive.extractfile(member).read() for member in archive.getmembers()}


@pytest.fixture
def package_of():
    """Reads the package.json among files."""
    return lambda files: msgspec.json.decode(
        next(data for name, data in files.items() if name.endswith("package.json"))
    )
