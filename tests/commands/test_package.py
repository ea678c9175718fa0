"""``grade package``, as an instructor types it."""

from __future__ import annotations

import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from grader import cli

SMALL_COURSE = Path(__file__).parents[1] / "end_to_end" / "small_course"
IMPURE = "seen = []\ndef double(x):\n    seen.append(x)\n    return 2 * x\n"


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    """Types ``grade package`` beside a copy of the small course; returns exit code, output and errors."""
    shutil.copytree(SMALL_COURSE, tmp_path / "course")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "1000")

    def run(*words):
        code = cli.run(["package", *words, "--course", "course", "--no-hashes"])
        done = capsys.readouterr()
        return code, done.out, done.err

    return run


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["gradscope", "1"], "there is no platform 'gradscope'; did you mean 'gradescope'?"),
        (["vpl", "doubel"], "there is no exercise 'doubel'; did you mean 'double'"),
        (["vpl"], "Missing argument 'EXERCISE...'"),
        (["3"], "name a platform first: '3' is none; known: gradescope, prairielearn, autolab, vpl"),
        (["vpl", "1", "1"], "an exercise is named twice: 01_double"),
        (["vpl", "1-2", "double"], "an exercise is named twice: 01_double"),
        (["vpl", "1", "--memory", "2GB!"], "'2GB!' is not a size, like 768MiB or 2GiB; units are KiB, MiB, GiB, kB"),
        (
            ["vpl", "1", "--memory", "10MB"],
            "with what Moodle VPL gives: this container has 9 MiB of memory, and grading",
        ),
        (["vpl", "1", "--deadline", "-1"], "-1 is not a number above 0"),
        (["vpl", "1", "--deadline", "abc"], "'abc' is not a number of seconds, such as 900"),
        (["vpl", "1", "--deadline", "5000"], "--deadline: Moodle VPL ends every run after 3600 s at most, not 5000 s"),
        (["vpl", "1", "--python", "3.9"], "there is no '3.9'"),
        (["vpl", "1", "--hidden", "after_due"], "there is no 'after_due'; did you mean 'after_due_date'?"),
        (["vpl", "1", "--require-isolation", "landlok"], "there is no 'landlok'; did you mean 'landlock'?"),
        (["vpl", "1", "--output", "no/out"], "--output: there is no folder no"),
        (["prairielearn", "1", "--image", "a b"], "'a b' is no image's name"),
        (["prairielearn", "1"], "name it with --image"),
        (["autolab", "1", "--problem", "a", "--problem", "b"], "--problem is said once"),
    ],
)
def test_what_makes_no_sense_is_refused_at_once(typed, tmp_path, words, message):
    code, out, err = typed(*([] if "--output" in words else ["--output", "out"]), *words)
    assert (code, out) == (2, "")
    assert message in err
    assert [path.name for path in tmp_path.iterdir()] == ["course"]


def test_what_is_there_already_is_not_touched(typed, tmp_path):
    (tmp_path / "out.zip").write_text("a thesis")
    code, _, err = typed("gradescope", "1", "--output", "out.zip")
    assert code == 2
    assert "out.zip is there already and is no package of ours" in err
    assert (tmp_path / "out.zip").read_text() == "a thesis"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["gradescope", "1"],
            "out.zip is written. Upload it under Configure Autograder, and set its timeout there to 600",
        ),
        (["vpl", "1", "--deadline", "60"], "The maximum execution time there is to be 60 s."),
        (["classroom50", "1", "--python", "3.12"], 'the assignment\'s runtime is to be {"python": "3.12"}.'),
        (["prairielearn", "1", "--image", "a:1"], "build the image in its image/, and push it as a:1."),
    ],
)
def test_the_next_step_is_told(typed, monkeypatch, words, told):
    monkeypatch.setattr("grader.lms.packing.building.built", lambda *_: {})
    monkeypatch.setattr("grader.lms.packing.writing.write", lambda *_: None)
    output = "out.zip" if words[0] == "gradescope" else "out"
    code, out, _ = typed(*words, "--output", output)
    assert code == 0
    assert told in out
    assert out.count(output) == 1
    assert "late policy" not in out


def test_a_late_policy_that_the_platform_does_not_apply_is_told(typed, tmp_path, monkeypatch):
    monkeypatch.setattr("grader.lms.packing.building.built", lambda *_: {})
    monkeypatch.setattr("grader.lms.packing.writing.write", lambda *_: None)
    with (tmp_path / "course" / "course.yaml").open("a") as file:
        file.write("late: {24h: 0.5}\n")
    _, out, _ = typed("gradescope", "1", "--output", "out.zip")
    assert out.endswith(
        " The late policy of course.yaml does not count there; lateness is set by the assignment's due date and late "
        "due date.\n"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="solutions are tried on Linux only")
def test_a_package_is_tried_and_written_and_the_next_step_told(typed, tmp_path):
    room = ("--memory", "4GiB")  # the tests' own process counts here, with all that they have imported
    code, out, err = typed("gradescope", "1", "--output", "out.zip", "--deadline", "900", "--points", "20", *room)
    assert code == 0, err
    assert err == "... trying 01_double with what Gradescope gives\n"
    assert out.startswith(
        "out.zip is written. Upload it under Configure Autograder, and set its timeout there to 900 s."
    )
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert {"setup.sh", "run_autograder", "package.json"} <= set(archive.namelist())
        assert b'"points": 20.0' in archive.read("package.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["course", "out.zip"]


@pytest.mark.skipif(sys.platform != "linux", reason="solutions are tried on Linux only")
def test_a_solution_that_does_not_pass_is_refused_with_the_reason(typed, tmp_path):
    (tmp_path / "course" / "solutions" / "01_double" / "solution.py").write_text(IMPURE)
    code, _, err = typed("oci", "1", "--output", "out")
    assert code == 2
    assert "the solution of 01_double does not pass with 2048 MiB" in err
    assert "purity: " in err
