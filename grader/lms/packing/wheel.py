"""Our own wheel, made of the installed files themselves: no build tool, no network, and exactly what was tried here."""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
from pathlib import Path
from typing import Final

import grader
from grader.lms.packing.errors import PackingError
from grader.lms.packing.nouns import File, Files
from grader.lms.packing.writing import zipped

__all__ = ["wheel"]

_LEFT: Final = frozenset({"__pycache__", "released", "nbgrader", "notebook"})
"""Folders of ours that no platform needs: the students' course, and what belongs to notebooks' own programs."""
_TOLD: Final = ("METADATA", "entry_points.txt")
_WHEEL: Final = b"Wheel-Version: 1.0\nGenerator: jitgrade\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def wheel() -> tuple[str, bytes]:
    """Returns the name and the bytes of a wheel of this jitgrade. Raises PackingError where it is not installed."""
    try:
        distribution = importlib.metadata.distribution("jitgrade")
    except importlib.metadata.PackageNotFoundError:
        raise PackingError("jitgrade runs here without being installed; install it with pip, then package") from None
    stem = f"jitgrade-{distribution.version}"
    files = _modules(Path(grader.__file__).parent)
    for name in _TOLD:
        files[f"{stem}.dist-info/{name}"] = File(data=(distribution.read_text(name) or "").encode())
    files[f"{stem}.dist-info/WHEEL"] = File(data=_WHEEL)
    record = f"{stem}.dist-info/RECORD"
    files[record] = File(data=_record(files, record))
    return f"{stem}-py3-none-any.whl", zipped(files)


def _modules(root: Path) -> Files:
    """All files of the package that a platform needs."""
    found = (path for path in root.rglob("*") if path.is_file())
    needed = (path for path in found if not _LEFT.intersection(path.relative_to(root).parts))
    return {path.relative_to(root.parent).as_posix(): File(data=path.read_bytes()) for path in needed}


def _record(files: Files, own: str) -> bytes:
    """The list of a wheel's files with their digests, as wheels have it."""
    lines = []
    for name, file in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(file.data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(file.data)}")
    return "\n".join([*lines, f"{own},,", ""]).encode()
