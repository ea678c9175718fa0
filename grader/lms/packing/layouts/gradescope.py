"""Gradescope: one zip, with setup.sh and run_autograder in its root, beside the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.lms.packing.installing import template
from grader.lms.packing.nouns import File
from grader.lms.packing.writing import zipped

if TYPE_CHECKING:
    from grader.lms.packing.nouns import Parts

__all__ = ["arranged"]


def arranged(parts: Parts) -> bytes:
    """Returns the zip."""
    run = File(data=template("run_autograder"), executable=True)
    return zipped({"run_autograder": run, **parts.install, **parts.graded})
