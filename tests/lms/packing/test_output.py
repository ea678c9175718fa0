"""What is wrong with the place that a package is to be written to is told before anything is graded."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course import read_course
from grader.lms.packing.errors import PackingError
from grader.lms.packing.nouns import File
from grader.lms.packing.output import refuse_output
from grader.lms.packing.writing import write


@pytest.fixture
def refused(shelf, tmp_path, monkeypatch):
    """The sentence about a path, beside which the course lies in course/; nothing where it can be written to."""
    monkeypatch.chdir(tmp_path)
    course = read_course(shelf.root)

    def judge(platform, name):
        try:
            refuse_output(Path(name), platform, ("01_double",), course)
        except PackingError as error:
            return str(error)
        return ""

    return judge


@pytest.mark.parametrize(("platform", "name"), [("gradescope", "out.zip"), ("vpl", "out"), ("oci", "course/out")])
def test_a_new_path_in_a_folder_that_is_there_is_as_it_must_be(refused, platform, name):
    assert refused(platform, name) == ""


@pytest.mark.parametrize(
    ("platform", "name", "message"),
    [
        ("oci", "no/out", "there is no folder no; make it first, or name another path"),
        ("gradescope", "out", "what Gradescope takes is a zip; call it out.zip, say"),
        ("vpl", "out.zip", "what is written for Moodle VPL is a folder, not a zip; call it out, say"),
        ("oci", "course/exercises/out", "course/exercises/out lies in the course's exercises, where the course is"),
        ("oci", "course/solutions/01_double", "lies in the course's solutions"),
    ],
)
def test_what_is_wrong_with_a_path_is_told_with_what_to_do(refused, platform, name, message):
    assert refused(platform, name).startswith("--output: ")
    assert message in refused(platform, name)


def test_a_place_inside_another_package_is_told(refused, tmp_path):
    write(tmp_path / "out", {"image/Dockerfile": File(data=b"")})
    assert f"out/image/mine lies in {tmp_path}/out, which is a package itself" in refused("oci", "out/image/mine")


def test_a_package_for_another_platform_is_told_and_left(refused, tmp_path):
    told = b'{"platform": "oci", "exercises": ["03_abs_static", "04_where"]}'
    write(tmp_path / "out", {"package/package.json": File(data=told)})
    said = "--output: out is a package of exercises 3 and 4 for a plain container; name another path, or remove it"
    assert refused("vpl", "out") == refused("oci", "out") == said


def test_a_folder_where_a_zip_is_written_is_told_even_when_it_is_empty(refused, tmp_path):
    (tmp_path / "out.zip").mkdir()
    assert "out.zip is there already and is no file, and what Gradescope takes is a zip" in refused(
        "gradescope", "out.zip"
    )


def test_a_file_where_a_folder_is_written_is_told(refused, tmp_path):
    (tmp_path / "out").touch()
    assert "out is there already, and what is written for Moodle VPL is a folder" in refused("vpl", "out")


def test_another_s_folder_is_left_alone(refused, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.tex").touch()
    assert "out is there already and is no package of ours" in refused("vpl", "out")


def test_a_folder_in_which_nothing_can_be_written_is_told(refused, monkeypatch):
    monkeypatch.setattr("os.access", lambda *_: False)
    assert "nothing can be written in the folder ." in refused("vpl", "out")
