"""Autolab: autograde.tar with the package, the Makefile that grades by it, and what Tango's image is built of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.lms.packing.installing import dockerfile, template
from grader.lms.packing.nouns import File, below
from grader.lms.packing.writing import tar

if TYPE_CHECKING:
    from grader.lms.packing.nouns import Files, Parts

__all__ = ["arranged"]

_BASE: Final = "autograding_image"
"""The name that Tango's guide gives the image in which it grades."""


def arranged(parts: Parts) -> Files:
    """Returns the folder's files."""
    return {
        "autograde.tar": File(data=tar(parts.graded)),
        "autograde-Makefile": File(data=template("Makefile")),
        "image/Dockerfile": dockerfile(parts.image or _BASE),
        **below("image", parts.install),
    }
