"""``grade package``, as an instructor types it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

SMALL_COURSE = Path(__file__).parents[1] / "end_to_end" / "small_course"
IMPURE = "seen = []\ndef double(x):\n    seen.append(x)\n    return 2 * x\n"


@pytest.fixture
def typed(tmp_path):
    """Types ``grade package`` beside a copy of the small course; returns exit code, output and errors."""
    shutil.copytree(SMALL_COURSE, tmp_path / "course")

    def run(*words):
        command = [sys.executable, "-m", "grader", "package", *words, "--course", "course", "--no-hashes"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=110, check=False)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["gradscope", "1"], "there is no platform 'gradscope'; did you mean 'gradescope'?"),
        (["vpl", "doubel"], "there is no exercise 'doubel'; did you mean 'double'"),
        (["vpl"], "Missing argument 'EXERCISE...'"),
        (["vpl", "1", "double"], "an exercise is named twice"),
        (["vpl", "1", "--memory", "2GB!"], "'2GB!' is not a size, like 768MiB or 2GiB"),
        (["vpl", "1", "--deadline", "-1"], "-1 is not a number above 0"),
        (["vpl", "1", "--deadline", "5000"], "--deadline: Moodle VPL ends every run after 3600 s at most, not 5000 s"),
        (["prairielearn", "1", "--image", "a b"], "'a b' is no image's name"),
        (["autolab", "1", "--problem", "a", "--problem", "b"], "--problem is said once"),
    ],
)
def test_what_makes_no_sense_is_refused_at_once(typed, tmp_path, words, message):
    code, out, err = typed(*words, "--output", "out")
    assert (code, out) == (2, "")
    assert message in err
    assert [path.name for path in tmp_path.iterdir()] == ["course"]


def test_what_is_there_already_is_not_touched(typed, tmp_path):
    (tmp_path / "out.zip").write_text("a thesis")
    code, _, err = typed("gradescope", "1", "--output", "out.zip")
    assert code == 2
    assert "out.zip is there already and is no package of ours" in err
    assert (tmp_path / "out.zip").read_text() == "a thesis"


@pytest.mark.skipif(sys.platform != "linux", reason="solutions are tried on Linux only")
def test_a_package_is_tried_and_written_and_the_next_step_told(typed, tmp_path):
    code, out, err = typed("gradescope", "1", "--output", "out.zip", "--deadline", "900", "--points", "20")
    assert (code, err) == (0, "")
    assert out == ("out.zip is written. Upload out.zip under Configure Autograder. Its timeout there is to be 900 s.\n")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert {"setup.sh", "run_autograder", "package.json"} <= set(archive.namelist())
        assert b'"points": 20.0' in archive.read("package.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["course", "out.zip"]


@pytest.mark.skipif(sys.platform != "linux", reason="solutions are tried on Linux only")
def test_less_memory_than_grading_takes_is_refused(typed, tmp_path):
    code, _, err = typed("gradescope", "1", "--output", "out.zip", "--memory", "64MiB")
    assert code == 2
    assert "01_double cannot be graded with what Gradescope gives: this container has 64 MiB of memory" in err
    assert not (tmp_path / "out.zip").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="solutions are tried on Linux only")
def test_a_solution_that_does_not_pass_is_refused_with_the_reason(typed, tmp_path):
    (tmp_path / "course" / "solutions" / "01_double" / "solution.py").write_text(IMPURE)
    code, _, err = typed("oci", "1", "--output", "out")
    assert code == 2
    assert "the solution of 01_double does not pass with 2048 MiB" in err
    assert "purity: " in err
