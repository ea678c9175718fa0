"""A package gives way to one of the same exercises for the same platform, and to no other."""

from __future__ import annotations

import base64

import pytest

from grader.lms.packing.nouns import File
from grader.lms.packing.replaced import other_package
from grader.lms.packing.writing import tar

TOLD = b'{"schema": "jitgrade/package/1", "platform": "vpl", "exercises": ["03_abs_static", "04_where"], "more": 1}'
TAR = tar({"package.json": File(data=TOLD), "course/course.yaml": File(data=b"")}, compressed=True)
FORMS = {
    "in a folder": {"setup.sh": b"", "package/package.json": TOLD},
    "at the top": {"package.json": TOLD},
    "in a tar": {"template.py": b"", "jitgrade.tar.gz": TAR},
    "as text": {"vpl_run.sh": b"", "jitgrade.b64": base64.encodebytes(TAR)},
}


@pytest.mark.parametrize("held", FORMS.values(), ids=FORMS)
def test_what_a_package_is_of_is_read_wherever_its_platform_wants_that(held):
    assert other_package(held, "vpl", ("04_where", "03_abs_static")) == ""
    said = "a package of exercises 3 and 4 for Moodle VPL"
    assert other_package(held, "oci", ("03_abs_static", "04_where")) == said
    assert other_package(held, "vpl", ("03_abs_static",)) == said


@pytest.mark.parametrize("held", [{}, {"package.json": b"{"}, {"package.json": b"{}"}, {"jitgrade.tar.gz": b"no tar"}])
def test_one_that_cannot_be_read_does_not_give_way(held):
    assert other_package(held, "vpl", ("03_abs_static",)) == "a package of ours that cannot be read"


def test_what_every_platform_gets_is_known_as_what_it_is(by_platform):
    for platform, files in by_platform.items():
        told = {name.rpartition(":")[2]: data for name, data in files.items()}
        assert other_package(told, platform, ("01_double",)) == ""
        assert other_package(told, platform, ("02_other",)).startswith("a package of exercise 1 for ")
