"""Moodle CodeRunner: the template of a question, its support file, and what the Jobe server installs once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.lms.packing.installing import template
from grader.lms.packing.nouns import File, below, names
from grader.lms.packing.writing import tar

if TYPE_CHECKING:
    from grader.lms.packing.nouns import Files, Parts

__all__ = ["arranged"]


def arranged(parts: Parts) -> Files:
    """Returns the folder's files."""
    return {
        "template.py": File(data=template("template.py.in", name=names(parts.exercises)[0])),
        "jitgrade.tar.gz": File(data=tar(parts.graded, compressed=True)),
        **below("server", parts.install),
    }
