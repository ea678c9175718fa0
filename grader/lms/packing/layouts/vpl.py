"""Moodle VPL: the execution files, among them the package as text, and what its execution server installs once."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from grader.lms.packing.installing import template
from grader.lms.packing.nouns import File, below
from grader.lms.packing.writing import tar

if TYPE_CHECKING:
    from grader.lms.packing.nouns import Files, Parts

__all__ = ["arranged"]


def arranged(parts: Parts) -> Files:
    """Returns the folder's files: three to upload, and server/."""
    scripts = {name: File(data=template(name), executable=True) for name in ("vpl_run.sh", "vpl_evaluate.sh")}
    text = base64.encodebytes(tar(parts.graded, compressed=True))
    return {**scripts, "jitgrade.b64": File(data=text), **below("server", parts.install)}
