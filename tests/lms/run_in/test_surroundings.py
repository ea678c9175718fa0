"""What a platform tells of a run: points, times and names, and that what is damaged there is no crash."""

from __future__ import annotations

import json

import msgspec
import pytest

from grader.lms.package import Package
from grader.lms.platforms import PLATFORMS
from grader.lms.run_in.surroundings import SURROUNDINGS, granted, names_told, occasion

PACKAGE = Package(
    platform="gradescope", exercises=("01_double",), deadline=540, memory=1 << 30, jitgrade="0.1.0", jax="0.10.2"
)
VPL = msgspec.structs.replace(PACKAGE, platform="vpl")


@pytest.fixture
def metadata(tmp_path):
    """Writes Gradescope's metadata; returns the root."""

    def write(data):
        (tmp_path / "autograder").mkdir()
        (tmp_path / "autograder" / "submission_metadata.json").write_bytes(data)
        return tmp_path

    return write


def test_every_platform_has_its_place():
    assert set(SURROUNDINGS) == set(PLATFORMS)


@pytest.mark.parametrize("said", ["20.0", 20])
def test_gradescope_tells_what_the_assignment_is_worth(metadata, said):
    root = metadata(json.dumps({"id": 1, "assignment": {"total_points": said}}).encode())
    assert occasion(PACKAGE, root, {}).highest == 20


def test_what_the_package_says_it_is_worth_counts_before_that(metadata):
    root = metadata(b'{"assignment": {"total_points": "20.0"}}')
    assert occasion(msgspec.structs.replace(PACKAGE, points=7.0), root, {}).highest == 7


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xff",
        b"[]",
        b"1",
        b'{"assignment": 3}',
        b'{"assignment": {"total_points": "many"}}',
        b'{"assignment": {"total_points": "inf"}}',
        b'{"assignment": {"total_points": -1}}',
        b"[" * 100_000,
    ],
)
def test_damaged_metadata_are_as_none(metadata, data):
    assert occasion(PACKAGE, metadata(data), {}).highest is None


def test_metadata_that_are_a_folder_are_as_none(tmp_path):
    (tmp_path / "autograder" / "submission_metadata.json").mkdir(parents=True)
    assert occasion(PACKAGE, tmp_path, {}).highest is None


def test_vpl_tells_its_grades_and_its_time(tmp_path):
    told = {"VPL_GRADEMIN": "2", "VPL_GRADEMAX": "12", "VPL_MAXTIME": "32"}
    assert (occasion(VPL, tmp_path, told).lowest, occasion(VPL, tmp_path, told).highest) == (2, 12)
    assert granted(VPL, told) == 30


@pytest.mark.parametrize("said", ["", "many", "0", "nan", "1e999", "100000"])
def test_a_time_that_is_none_or_longer_leaves_the_packages(said):
    assert granted(VPL, {"VPL_MAXTIME": said}) == 540


def test_grades_that_are_upside_down_are_as_none(tmp_path):
    told = {"VPL_GRADEMIN": "10", "VPL_GRADEMAX": "0"}
    assert occasion(VPL, tmp_path, told).highest is None


def test_vpl_tells_the_names_of_files():
    assert names_told({"VPL_SUBFILES": "x", "VPL_SUBFILE0": "mine.py", "VPL_SUBFILE1": "a b.py"}) == (
        "mine.py",
        "a b.py",
    )


def test_what_the_package_says_of_problems_and_hidden_cases_is_passed_on(tmp_path):
    package = msgspec.structs.replace(PACKAGE, problems=("Values",), hidden="after_published")
    found = occasion(package, tmp_path, {})
    assert (found.problems, found.hidden) == (("Values",), "after_published")


def test_classroom_50_is_told_what_it_told(tmp_path):
    package = msgspec.structs.replace(PACKAGE, platform="classroom50")
    told = occasion(package, tmp_path, {"CLASSROOM": "jax", "SUBMISSION_TAG": "submit/1", "PATH": "/bin"}).told
    assert told == {"classroom": "jax", "submission": "submit/1"}
