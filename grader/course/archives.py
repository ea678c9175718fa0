"""A submitted .zip: the one file in it that is the submission, read in memory and never unpacked to disk."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from grader.course.errors import SubmissionError

__all__ = ["all_names_in", "member_of", "names_in", "unpack"]

_MAX_MEMBERS = 1000
_DAMAGED = "{name} is damaged or no .zip archive; pack your file again."
_MOST_UNPACKED = 100_000
_LARGEST_UNPACKED = 4 << 30
_LARGEST_MEMBER = 16 << 20
_LEADS_OUT = "Its name leads out of the archive; pack it again."
_BESIDE = ("__MACOSX", "__pycache__", ".ipynb_checkpoints")
"""Folders that other programs leave in archives."""


def names_in(data: bytes, name: str) -> tuple[str, ...]:
    """Returns the names that the archive's ``.py`` and ``.ipynb`` files have in it. Raises SubmissionError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = _sources(archive.infolist(), name)
    except (zipfile.BadZipFile, EOFError, OSError, ValueError, IndexError, NotImplementedError) as error:
        raise _fault(_DAMAGED.format(name=name)) from error
    return tuple(member.filename for member in found)


def all_names_in(path: Path) -> tuple[str, ...]:
    """Returns the names of all files in an archive, whatever they are; none where it is no archive, or a link."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, EOFError, OSError, ValueError, IndexError, NotImplementedError):
        return ()
    return () if path.is_symlink() else tuple(name for name in names if not name.endswith("/"))


def unpack(path: Path, folder: Path) -> list[tuple[str, str]]:
    """Unpacks a whole class's archive into an empty folder; returns the names of members that stay out, with why.

    Nothing is written outside of the folder, and no link is made. Raises SubmissionError where the archive is damaged
    or larger than any class's, OSError where nothing can be written.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) > _MOST_UNPACKED or sum(member.file_size for member in members) > _LARGEST_UNPACKED:
                raise _fault(f"{path.name} is larger than {_LARGEST_UNPACKED >> 30} GiB or holds too many files.")
            told = [(member.filename, _why_not_unpacked(archive, member, folder)) for member in members]
    except (zipfile.BadZipFile, EOFError, ValueError, IndexError, NotImplementedError) as error:
        raise _fault(_DAMAGED.format(name=path.name)) from error
    return [(name, why) for name, why in told if why]


def _why_not_unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo, folder: Path) -> str:
    """Unpacks a member; says why it cannot, or ""."""
    place = PurePosixPath(member.filename.replace("\\", "/"))
    if _leads_out(place) or not place.parts:
        return _LEADS_OUT
    if stat.S_ISLNK(member.external_attr >> 16):
        return "It is a symbolic link; pack the file itself."
    try:
        with archive.open(member) as file:
            content = file.read(_LARGEST_MEMBER + 1)
        if len(content) > _LARGEST_MEMBER:
            return f"It is larger than {_LARGEST_MEMBER >> 20} MiB; ask for the source only."
        target = folder.joinpath(*place.parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as written:
            written.write(content)
    except FileExistsError:
        return "The archive holds two files of this name; pack them apart."
    except OSError as error:
        return f"It cannot be unpacked: {error.strerror}."
    except (RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error, EOFError, ValueError):
        return "It cannot be unpacked; pack it again as a plain .zip, without a password."
    return ""


def _leads_out(path: PurePosixPath) -> bool:
    return path.is_absolute() or ".." in path.parts or (path.parts[:1] != () and ":" in path.parts[0])


def member_of(data: bytes, name: str, wanted: tuple[str, ...], most: Callable[[str], int]) -> tuple[str, bytes]:
    """Returns name and bytes of the archive's one ``.py`` or ``.ipynb``, or of the one with a wanted name.

    ``most`` is how many bytes a file of some name may have. Raises SubmissionError where there is no such file or the
    archive is not what it seems.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            chosen = _chosen(archive.infolist(), name, wanted)
            cap = most(chosen.filename)
            if chosen.file_size > cap:
                raise _fault(f"{chosen.filename} in {name} is larger than {cap >> 20} MiB; hand in the source only.")
            with archive.open(chosen) as file:
                # What the archive says of a file's size need not be true.
                content = file.read(cap + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, IndexError) as error:
        raise _fault(_DAMAGED.format(name=name)) from error
    except (RuntimeError, NotImplementedError) as error:
        raise _fault(f"{name} cannot be read; pack it again as a plain .zip, without a password.") from error
    if len(content) > cap:
        raise _fault(f"{chosen.filename} in {name} is larger than {cap >> 20} MiB; hand in the source only.")
    return PurePosixPath(chosen.filename).name, content


def _fault(message: str) -> SubmissionError:
    return SubmissionError(message, usage=False)


def _sources(members: list[zipfile.ZipInfo], name: str) -> list[zipfile.ZipInfo]:
    """The members that may be submissions. Raises SubmissionError where the archive is not what it seems."""
    if len(members) > _MAX_MEMBERS:
        raise _fault(f"{name} holds more than {_MAX_MEMBERS} files; pack only the one that you want graded.")
    for member in members:
        path = PurePosixPath(member.filename.replace("\\", "/"))
        if _leads_out(path):
            raise _fault(f"{name} holds a file whose name leads out of the archive; pack your file again.")
        if stat.S_ISLNK(member.external_attr >> 16):
            raise _fault(f"{name} holds a symbolic link; pack the file itself.")
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise _fault(f"{name} is packed in an unusual way; pack it again as a plain .zip.")
    return [member for member in members if not member.is_dir() and _is_source(PurePosixPath(member.filename))]


def _chosen(members: list[zipfile.ZipInfo], name: str, wanted: tuple[str, ...]) -> zipfile.ZipInfo:
    sources = _sources(members, name)
    named = [member for member in sources if PurePosixPath(member.filename).stem.lower() in wanted]
    for found in (sources, named):
        if len(found) == 1:
            return found[0]
    if not sources:
        raise _fault(f"{name} holds no .py file and no notebook; pack the file that you want graded.")
    raise _fault(f"{name} holds {len(sources)} files that could be meant; call the right one {wanted[0]}.py.")


def _is_source(path: PurePosixPath) -> bool:
    hidden = path.name.startswith(".") or any(part in _BESIDE for part in path.parts)
    return not hidden and path.suffix.lower() in (".py", ".ipynb")
