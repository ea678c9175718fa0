"""What a platform tells of a run: points, times and names, and that what is damaged there is no crash."""

from __future__ import annotations

import msgspec
import pytest

from grader.lms.package import Package
from grader.lms.platforms import PLATFORMS
from grader.lms.run_in.surroundings import SURROUNDINGS, granted, names_told, occasion

PACKAGE = Package(
    platform="gradescope", exercises=("01_double",), deadline=540, memory=1 << 30, jitgrade="0.1.0", jax="0.10.2"
)
VPL = msgspec.structs.replace(PACKAGE, platform="vpl")


def test_every_platform_has_its_place():
    assert set(SURROUNDINGS) == set(PLATFORMS)


@pytest.mark.parametrize("points", [None, 7.0])
def test_on_gradescope_points_are_those_of_the_package(points):
    assert occasion(msgspec.structs.replace(PACKAGE, points=points), {}).highest == points


def test_vpl_tells_its_grades_and_its_time():
    told = {"VPL_GRADEMIN": "2", "VPL_GRADEMAX": "12", "VPL_MAXTIME": "32"}
    assert (occasion(VPL, told).lowest, occasion(VPL, told).highest) == (2, 12)
    assert granted(VPL, told) == 30


@pytest.mark.parametrize("said", ["", "many", "0", "-5", "nan", "1e999", "100000"])
def test_a_time_that_is_none_or_longer_leaves_the_packages(said):
    assert granted(VPL, {"VPL_MAXTIME": said}) == 540


def test_grades_of_moodle_may_lie_below_0():
    told = {"VPL_GRADEMIN": "-10.00000", "VPL_GRADEMAX": "0"}
    assert (occasion(VPL, told).lowest, occasion(VPL, told).highest) == (-10, 0)


def test_grades_that_are_upside_down_are_as_none():
    told = {"VPL_GRADEMIN": "10", "VPL_GRADEMAX": "0"}
    assert occasion(VPL, told).highest is None


def test_vpl_tells_the_names_of_files():
    assert names_told({"VPL_SUBFILES": "x", "VPL_SUBFILE0": "mine.py", "VPL_SUBFILE1": "a b.py"}) == (
        "mine.py",
        "a b.py",
    )


def test_what_the_package_says_of_problems_and_hidden_cases_is_passed_on():
    package = msgspec.structs.replace(PACKAGE, problems=("Values",), hidden="after_published")
    found = occasion(package, {})
    assert (found.problems, found.hidden) == (("Values",), "after_published")


def test_classroom_50_is_told_what_it_told():
    package = msgspec.structs.replace(PACKAGE, platform="classroom50")
    told = occasion(package, {"CLASSROOM": "jax", "SUBMISSION_TAG": "submit/1", "PATH": "/bin"}).told
    assert told == {"classroom": "jax", "submission": "submit/1"}
