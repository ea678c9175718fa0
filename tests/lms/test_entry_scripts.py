"""Each platform's own folders, a package unpacked in them, and the script that the platform starts there.

What setup.sh installs is this interpreter and its packages; ``python -m tests.lms.platforms`` does all in containers.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile

import pytest

from grader.course import find_exercise, read_course, read_exercise
from grader.lms.packing import building
from grader.lms.packing.nouns import Request
from grader.lms.packing.writing import write
from tests.lms.conftest import KEY
from tests.lms.handed_in import COURSE, NAME, submissions
from tests.lms.marks import HIGHEST, read
from tests.lms.vpl_environment import vpl_environment

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="containers are Linux")

PLATFORMS = ("gradescope", "prairielearn", "autolab", "vpl", "coderunner", "classroom50", "oci")
HANDED_IN = {one.name: one for one in submissions(quick=True)}


class Place:
    """A root with one platform's folders, and the package in its place there."""

    def __init__(self, platform, made, root, home):
        self.platform = platform
        self.made = made
        self.root = root
        self.home = home

    def run(self, files):
        """Hands files in as the platform does and starts what it starts: the code, and what it reads as the result."""
        return getattr(self, f"_{self.platform}")(files)

    def _gradescope(self, files):
        place = self.root / "autograder"
        self.put(place / "submission", files)
        with zipfile.ZipFile(self.made) as archive:
            archive.extractall(place / "source")
        done = self.start(["bash", place / "source" / "run_autograder"], place)
        return done.returncode, self.result(place / "results" / "results.json")

    def _prairielearn(self, files):
        grade = self.root / "grade"
        self.put(grade / "student", files)
        (self.made / "tests").rename(grade / "tests")
        entrypoint = json.loads((self.made / "info.json").read_bytes())["externalGradingOptions"]["entrypoint"]
        done = self.start([f"{self.root}{entrypoint}"], self.root)
        return done.returncode, self.result(grade / "results" / "results.json")

    def _autolab(self, files):
        self.put(self.root, files)
        (self.made / "autograde.tar").rename(self.root / "autograde.tar")
        (self.made / "autograde-Makefile").rename(self.root / "Makefile")
        done = self.start(["make"], self.root)
        return done.returncode, done.stdout

    def _vpl(self, files):
        self.put(self.root, files)
        names = ("vpl_run.sh", "vpl_evaluate.sh", "jitgrade.b64")
        self.put(self.root, {name: (self.made / name).read_bytes() for name in names})
        self.put(self.root, {"vpl_environment.sh": vpl_environment(files, HIGHEST)})
        self.start(["bash", "vpl_evaluate.sh"], self.root)
        for name in (*names, "vpl_environment.sh"):
            (self.root / name).unlink()
        done = self.start(["./vpl_execution"], self.root)
        return done.returncode, done.stdout

    def _coderunner(self, files):
        text = (self.made / "template.py").read_text(encoding="utf-8")
        answer = files.get(NAME, b"").decode().replace("\\", "\\\\").replace('"', '\\"')
        self.put(self.root, {"prog.py": text.replace("{{ STUDENT_ANSWER | e('py') }}", answer).encode()})
        (self.made / "jitgrade.tar.gz").rename(self.root / "jitgrade.tar.gz")
        done = self.start([sys.executable, "prog.py"], self.root)
        assert done.stderr == b""  # CodeRunner takes any word there for a failure
        return done.returncode, done.stdout

    def _classroom50(self, files):
        self.put(self.root, files)
        done = self.start([sys.executable, self.made / "autograder.py"], self.root)
        return done.returncode, self.result(self.root / "result.json")

    def _oci(self, files):
        self.put(self.root / "submission", files)
        last = (self.made / "Dockerfile").read_text(encoding="utf-8").splitlines()[-1]
        command = json.loads(last.removeprefix("ENTRYPOINT "))
        changed = {"/": str(self.root), "/opt/jitgrade-package": str(self.made / "package")}
        words = [changed.get(word, word.replace("/opt/jitgrade/", f"{self.home}/")) for word in command]
        done = self.start(words, self.root)
        return done.returncode, self.result(self.root / "results" / "results.json")

    def put(self, folder, files):
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (folder / name).write_bytes(data)

    def result(self, path):
        return path.read_bytes() if path.is_file() else None

    def start(self, words, folder):
        told = {"JITGRADE_ROOT": str(self.root), "JITGRADE_HOME": str(self.home)}
        return subprocess.run(
            list(map(str, words)),
            cwd=folder,
            env={**os.environ, **told},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=100,
            check=False,
        )


@pytest.fixture
def place(recorded, tmp_path, monkeypatch):
    """Makes a place for a platform."""

    def make(platform):
        monkeypatch.setattr(building, "can_try", lambda: False)
        monkeypatch.setattr(building, "expected", lambda *_: recorded)
        image = "a:1" if platform == "prairielearn" else ""
        python = f"{sys.version_info.major}.{sys.version_info.minor}"
        course = read_course(COURSE)
        exercise = read_exercise(find_exercise(course, "1"), course)
        request = Request(platform=platform, python=python, hashes=False, image=image, key=KEY)
        made = tmp_path / f"made{'.zip' if platform == 'gradescope' else ''}"
        write(made, building.built(request, course, (exercise,)))
        home = tmp_path / "home" / "bin"
        home.mkdir(parents=True)
        for name, words in {"grade": "-P -m grader", "python": ""}.items():
            (home / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n', encoding="ascii")
            (home / name).chmod(0o755)
        root = tmp_path / "root"
        root.mkdir()
        return Place(platform, made, root, home.parent)

    return make


@pytest.mark.parametrize("platform", PLATFORMS)
def test_the_right_submission_gets_all_points(place, platform):
    code, given = place(platform).run(HANDED_IN["right"].files)
    assert (code, read(platform, given).wrong) == (0, "")
    assert read(platform, given).share == 1


@pytest.mark.parametrize("platform", ["gradescope", "vpl"])
def test_who_forges_a_result_gets_what_is_earned(place, platform):
    code, given = place(platform).run(HANDED_IN["hostile: forges a result"].files)
    found = read(platform, given)
    assert (code, found.wrong) == (0, "")
    assert found.share is not None
    assert found.share < 1
