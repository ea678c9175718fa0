"""The nouns of packing: a file to write, what an instructor asked for, and the parts that every layout arranges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from grader.lms.package import Package
from grader.model.exercise import Tier

if TYPE_CHECKING:
    from grader.model.exercise import Exercise

__all__ = ["File", "Files", "Parts", "Request", "below", "names"]


class File(msgspec.Struct, frozen=True, kw_only=True):
    """A file's content, and whether it is a program."""

    data: bytes
    executable: bool = False


Files = dict[str, File]
"""Files by their path, with ``/`` between its parts."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What an instructor asks for; None and "" are what the platform usually has.

    ``timeout`` is the platform's own, in seconds; ``memory`` in bytes. ``expectations`` leaves the solutions out where
    they could be hidden, too; ``pending`` allows checks that the platform cannot settle. ``python`` is a version such
    as 3.12; without ``hashes`` packages are pinned by their versions alone. ``key`` is what seeds are drawn by.
    """

    platform: str
    python: str
    timeout: float | None = None
    memory: int | None = None
    points: float | None = None
    expectations: bool = False
    pending: bool = False
    hashes: bool = True
    image: str = ""
    hidden: Literal["visible", "after_due_date", "after_published", "hidden"] = "visible"
    problems: tuple[str, ...] = ()
    isolation: Tier = "uid"
    key: bytes = b""


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """All that a layout arranges: the package (package.json and the course), and what installs the grader once."""

    package: Package
    graded: Files
    install: Files
    exercises: tuple[Exercise, ...]
    title: str
    timeout: float
    python: str
    image: str


def below(folder: str, files: Files) -> Files:
    """Returns the files in a folder."""
    return {f"{folder}/{name}": file for name, file in files.items()}


def names(exercises: tuple[Exercise, ...]) -> list[str]:
    """Returns what students call their files, as ``grade start`` does."""
    return [f"exercise{exercise.number}.py" for exercise in exercises]
