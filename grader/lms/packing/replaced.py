"""What a package that is about to be replaced is of: only one for the same platform and exercises gives way."""

from __future__ import annotations

import base64
import io
import tarfile
from pathlib import PurePosixPath
from typing import Final

import msgspec

from grader.lms.package import FILE
from grader.lms.platforms import PLATFORMS

__all__ = ["other_package"]

_ENCODED: Final = ".b64"
_ARCHIVES: Final = (".tar", ".tar.gz", _ENCODED)


class _What(msgspec.Struct, frozen=True):
    """Of a package.json, what is asked here."""

    platform: str
    exercises: tuple[str, ...]


def other_package(held: dict[str, bytes], platform: str, exercises: tuple[str, ...]) -> str:
    """Returns in words what a package of ours is, from the files that it holds; "" where it is of these exercises."""
    try:
        found = msgspec.json.decode(_told(held), type=_What)
        numbers = [str(int(name.partition("_")[0])) for name in found.exercises]
    except (msgspec.DecodeError, ValueError, tarfile.TarError, KeyError):
        return "a package of ours that cannot be read"
    if found.platform == platform and sorted(found.exercises) == sorted(exercises):
        return ""
    made = PLATFORMS[found.platform].title if found.platform in PLATFORMS else found.platform
    *first, last = numbers or ["none"]
    which = f"exercises {', '.join(first)} and {last}" if first else f"exercise {last}"
    return f"a package of {which} for {made}"


def _told(held: dict[str, bytes]) -> bytes:
    """The package.json among these files, or in the archive among them."""
    for name, data in held.items():
        if PurePosixPath(name).name == FILE:
            return data
        if name.endswith(_ARCHIVES):
            content = base64.decodebytes(data) if name.endswith(_ENCODED) else data
            with tarfile.open(fileobj=io.BytesIO(content)) as archive:
                file = archive.extractfile(FILE)
                return file.read() if file else b""
    return b""
