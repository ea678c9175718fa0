"""What lies beside a submission, or is handed in for one: none of it is run, followed, waited for or unpacked."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

COURSE = Path(__file__).with_name("course")
SOLUTION = COURSE / "solutions" / "01_values" / "solution.py"
RIGHT = SOLUTION.read_text(encoding="utf-8")
WRONG = "def squares(x):\n    return x[0]\n"
SPY = "import pathlib\npathlib.Path({mark!r}).touch()\nraise SystemExit('{name} was run')\n"
BESIDE = ("jax.py", "numpy.py", "yaml.py", "click.py", "sitecustomize.py", "usercustomize.py", "conftest.py")


@pytest.fixture
def handed_in(tmp_path):
    """A student's folder."""
    folder = tmp_path / "handed_in"
    folder.mkdir()
    return folder


@pytest.fixture
def graded(handed_in):
    """Runs ``grade`` within the student's folder on a file there: exit code, report (or nothing), what it said."""

    def grade(name, start=("-m", "grader")):
        words = [sys.executable, *start, "1", name, "--course", str(COURSE), "--format", "json"]
        done = subprocess.run(words, cwd=handed_in, capture_output=True, text=True, timeout=100, check=False)
        assert "Traceback" not in done.stdout + done.stderr
        return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr

    return grade


def zipped(members):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return packed.getvalue()


def link(name, target):
    member = zipfile.ZipInfo(name)
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    return member, str(target)


@pytest.mark.parametrize("start", [("-m", "grader"), ("-P", "-m", "grader")], ids=["as it is", "safe path"])
def test_no_file_beside_a_submission_is_run_by_the_grader_or_its_workers(handed_in, graded, tmp_path, start):
    mark = tmp_path / "mark"
    for name in BESIDE:
        (handed_in / name).write_text(SPY.format(mark=str(mark), name=name), encoding="utf-8")
    (handed_in / "mine.py").write_text(RIGHT, encoding="utf-8")
    code, report, _ = graded("mine.py", start)
    assert not mark.exists()
    assert (code, report["score"]) == (0, report["max_score"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
def test_pipes_and_devices_beside_a_submission_hold_nobody_up(handed_in, graded):
    os.mkfifo(handed_in / "data.py")
    (handed_in / "zero.py").symlink_to("/dev/zero")
    (handed_in / "mine.py").write_text(RIGHT, encoding="utf-8")
    code, report, _ = graded("mine.py")
    assert (code, report["score"]) == (0, report["max_score"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
@pytest.mark.parametrize("kind", ["pipe", "device", "endless", "folder", "solution", "environment", "loop"])
def test_what_is_no_file_of_the_student_s_own_is_refused(handed_in, graded, kind):
    path = handed_in / "mine.py"
    targets = {"device": "/dev/tty", "endless": "/dev/zero", "solution": SOLUTION, "loop": path}
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(targets.get(kind, "/proc/self/environ"))
    code, report, said = graded("mine.py")
    assert (code, report) == (2, None)
    assert "mine.py" in said
    assert not [text for text in os.environ.values() if len(text) > 20 and text in said and text not in str(path)]


def test_a_link_to_a_file_in_the_same_folder_is_the_student_s_own(handed_in, graded):
    (handed_in / "draft.py").write_text(RIGHT, encoding="utf-8")
    (handed_in / "mine.py").symlink_to("draft.py")
    code, report, _ = graded("mine.py")
    assert (code, report["score"]) == (0, report["max_score"])


@pytest.mark.parametrize(
    "members",
    [
        [("mine.py", RIGHT), ("../outside.py", WRONG)],
        [("mine.py", RIGHT), ("/tmp/outside.py", WRONG)],
        [("mine.py", RIGHT), ("a\\..\\..\\outside.py", WRONG)],
        [link("mine.py", SOLUTION)],
        [link("beside", "/etc"), ("mine.py", RIGHT)],
        [("mine.py", b"#" * (50 << 20))],
        [(f"{number}.txt", b"") for number in range(2000)] + [("mine.py", RIGHT)],
        [("mine.py", zipped([("mine.py", RIGHT)]) * 2)],
    ],
    ids=["slip", "absolute", "backslash", "link", "link beside", "bomb", "many", "nested"],
)
def test_an_archive_that_tricks_earns_nothing_and_leaves_nothing(handed_in, graded, tmp_path, members):
    (handed_in / "mine.zip").write_bytes(zipped(members))
    code, report, _ = graded("mine.zip")
    assert code != 0
    assert report is None or report["score"] == 0
    assert {path.name for path in handed_in.iterdir()} <= {"mine.zip", ".jitgrade.json"}
    assert not list(tmp_path.rglob("outside.py"))


def test_an_archive_of_one_honest_file_gets_all_points(handed_in, graded):
    (handed_in / "mine.zip").write_bytes(zipped([("work/mine.py", RIGHT), ("work/notes.txt", "none")]))
    code, report, _ = graded("mine.zip")
    assert (code, report["score"]) == (0, report["max_score"])
