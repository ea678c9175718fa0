"""package.json: read strictly, with the line and the nearest word, and written the same for the same package."""

from __future__ import annotations

import msgspec
import pytest

from grader.course import CourseError
from grader.lms.package import FILE, Package, package_bytes, read_package

PACKAGE = Package(
    platform="gradescope",
    exercises=("03_abs_static", "01_armijo"),
    deadline=540,
    memory=768 << 20,
    points=20,
    seeds={"01_armijo": ("0" * 32,)},
    jitgrade="0.1.0",
    jax="0.10.2",
)


def changed(tmp_path, **fields):
    """A folder with a package.json in which some fields are others, one field a line."""
    tree = {**msgspec.to_builtins(PACKAGE), **fields}
    lines = ",\n".join(f'"{name}": {msgspec.json.encode(value).decode()}' for name, value in tree.items())
    (tmp_path / FILE).write_text("{\n" + lines + "}")
    return tmp_path


def test_what_was_written_is_read(tmp_path):
    (tmp_path / FILE).write_bytes(package_bytes(PACKAGE))
    assert read_package(tmp_path) == PACKAGE


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"deadlne": 1}, r"package.json:16: a package has no 'deadlne'; did you mean 'deadline'\?"),
        ({"exercises": ["../../etc"]}, r"package.json:4: '../../etc' is no exercise's folder"),
        ({"exercises": []}, r"package.json:4: a package has one exercise at least"),
        ({"deadline": 0}, r"package.json:5: deadline is a number of seconds above 0"),
        ({"memory": "768M"}, r"package.json:6: memory: must be a whole number"),
        ({"points": -1}, r"package.json:7: points is a number above 0"),
        ({"schema": "jitgrade/package/9"}, r"package.json:2: this jitgrade reads jitgrade/package/1"),
        ({"device": "cpuu"}, r"package.json:8: device: 'cpuu' is not .*; did you mean 'cpu'\?"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path, fields, message):
    with pytest.raises(CourseError, match=message):
        read_package(changed(tmp_path, **fields))


def test_a_folder_without_one_is_told(tmp_path):
    with pytest.raises(CourseError, match=r"package.json: cannot be read: No such file"):
        read_package(tmp_path)
