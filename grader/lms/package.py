"""package.json: what a package, wherever it is unpacked, tells of itself to the one who grades with it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Literal

import msgspec
from msgspec import UnsetType

from grader.course.convert import fields_of
from grader.course.errors import CourseError, Problem, Problems
from grader.course.exercise import FOLDER
from grader.course.strict_yaml import read_yaml
from grader.model.exercise import Platform as Device
from grader.model.exercise import Tier

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["COURSE", "FILE", "SCHEMA", "Package", "package_bytes", "read_package"]

SCHEMA: Final = "jitgrade/package/1"
FILE: Final = "package.json"
COURSE: Final = "course"
"""Beside package.json, the course that it grades."""


class Package(msgspec.Struct, frozen=True, kw_only=True):
    """What a package grades, and what the platform gives for it.

    ``exercises`` are folder names, in the order in which they are told; ``deadline`` is in seconds, from the start of
    a run to the result's last byte; ``memory`` in bytes, for everything in the container together. ``points`` is what
    the assignment is worth there (None: what its exercises sum up to). ``seeds`` are those for which expectations are
    stored, by exercise; an exercise that is not in it has its solution in the package. ``pending`` are the checks, as
    ``exercise/check``, that this platform cannot settle and whose points stay provisional. ``hidden`` and ``problems``
    are what ``Occasion`` says. ``isolation`` is the weakest tier in which a submission is run: in less than ``uid`` one
    that sets out to can write its own result.
    """

    schema: str = SCHEMA
    platform: str
    exercises: tuple[str, ...]
    deadline: float
    memory: int
    points: float | None = None
    device: Device = "cpu"
    seeds: dict[str, tuple[str, ...]] = {}
    pending: tuple[str, ...] = ()
    hidden: Literal["visible", "after_due_date", "after_published", "hidden"] = "visible"
    problems: tuple[str, ...] = ()
    isolation: Tier = "uid"
    jitgrade: str
    jax: str


def read_package(folder: Path) -> Package:
    """Returns what the package.json in this folder says. Raises CourseError, with the line, where it is wrong."""
    path = folder / FILE
    problems = Problems(FILE)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CourseError([Problem(file=str(path), message=f"cannot be read: {error.strerror or error}")]) from None
    root = read_yaml(data, problems)  # JSON is YAML, and of YAML the lines are known
    found = fields_of(Package, root, owner="a package", path="", problems=problems)
    if isinstance(found, UnsetType):
        raise problems.error()
    package = Package(**found)
    for field, message in _faults(package):
        problems.add(root.at(field), field, message)
    if len(problems):
        raise problems.error()
    return package


def package_bytes(package: Package) -> bytes:
    """Returns package.json; equal packages give equal bytes."""
    return msgspec.json.format(msgspec.json.encode(package), indent=2) + b"\n"


def _faults(package: Package) -> list[tuple[str, str]]:
    """The fields whose value cannot be, each with a sentence."""
    faults = []
    if package.schema != SCHEMA:
        faults.append(("schema", f"this jitgrade reads {SCHEMA}, not {package.schema}: package the exercises anew"))
    if not package.exercises:
        faults.append(("exercises", "a package has one exercise at least"))
    faults += [
        ("exercises", f"'{name}' is no exercise's folder, such as 03_abs_static")
        for name in package.exercises
        if not FOLDER.fullmatch(name)
    ]
    if not (math.isfinite(package.deadline) and package.deadline > 0):
        faults.append(("deadline", "deadline is a number of seconds above 0"))
    if package.memory <= 0:
        faults.append(("memory", "memory is a number of bytes above 0"))
    if package.points is not None and not (math.isfinite(package.points) and package.points > 0):
        faults.append(("points", "points is a number above 0"))
    return faults
