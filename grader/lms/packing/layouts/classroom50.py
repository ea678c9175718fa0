"""Classroom 50: the folder of an assignment's autograder, with the package beside autograder.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.lms.packing.installing import template
from grader.lms.packing.nouns import File, below

if TYPE_CHECKING:
    from grader.lms.packing.nouns import Files, Parts

__all__ = ["arranged"]


def arranged(parts: Parts) -> Files:
    """Returns the folder's files."""
    needed = {name: file for name, file in parts.install.items() if name == "requirements.txt" or "/" in name}
    return {
        "autograder.py": File(data=template("autograder.py.in", python=parts.python)),
        **parts.graded,
        **below("install", needed),
    }
