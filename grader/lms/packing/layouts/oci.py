"""A plain container: a Dockerfile and all it copies, for whatever runs images."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.lms.packing.installing import HOME, dockerfile
from grader.lms.packing.nouns import below

if TYPE_CHECKING:
    from grader.lms.packing.nouns import Files, Parts

__all__ = ["arranged"]

_PACKAGE: Final = f"{HOME}-package"
_COPIED: Final = f"COPY package {_PACKAGE}\nRUN chmod -R go= {_PACKAGE}\n"
_LAST: Final = f'ENTRYPOINT ["{HOME}/bin/grade", "run-in", "oci", "--root", "/", "--package", "{_PACKAGE}"]'


def arranged(parts: Parts) -> Files:
    """Returns the folder's files."""
    base = parts.image or f"python:{parts.python}-slim"
    return {
        "Dockerfile": dockerfile(base, copied=_COPIED, last=_LAST),
        **parts.install,
        **below("package", parts.graded),
    }
