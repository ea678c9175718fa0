"""A submitted .zip: the one file in it that is the submission, read in memory and never unpacked to disk."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Callable
from pathlib import PurePosixPath

from grader.course.errors import SubmissionError
from grader.course.kinds import mistaken

__all__ = ["member_of", "names_in"]

_MAX_MEMBERS = 1000
_DAMAGED = "{name} is damaged or no .zip archive; pack your file again."
_BESIDE = frozenset({"__macosx", "__pycache__", "site-packages", "node_modules"})
"""Folders that other programs leave in archives, besides those that are hidden and environments of packages."""
_ENVIRONMENT = "pyvenv.cfg"
_PACKED = (".zip", ".tar", ".gz", ".tgz", ".7z", ".rar", ".bz2", ".xz")
_MOST_NAMES = 4


def names_in(data: bytes, name: str) -> tuple[str, ...]:
    """Returns the names that the archive's ``.py`` and ``.ipynb`` files have in it. Raises SubmissionError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = _sources(archive.infolist(), name)
    except (zipfile.BadZipFile, EOFError, OSError, ValueError, IndexError, NotImplementedError) as error:
        raise _fault(mistaken(data, name) or _DAMAGED.format(name=name)) from error
    return tuple(member.filename for member in found)


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
        raise _fault(mistaken(data, name) or _DAMAGED.format(name=name)) from error
    except (RuntimeError, NotImplementedError) as error:
        raise _fault(f"{name} cannot be read; pack it again as a plain .zip, without a password.") from error
    if len(content) > cap:
        raise _fault(f"{chosen.filename} in {name} is larger than {cap >> 20} MiB; hand in the source only.")
    return PurePosixPath(chosen.filename).name, content


def _fault(message: str) -> SubmissionError:
    return SubmissionError(message, usage=False)


def _sources(members: list[zipfile.ZipInfo], name: str) -> list[zipfile.ZipInfo]:
    """The members that may be submissions. Raises SubmissionError where the archive is not what it seems."""
    for member in members:
        path = _path(member)
        if path.is_absolute() or ".." in path.parts or (path.parts[:1] and ":" in path.parts[0]):
            raise _fault(f"{name} holds a file whose name leads out of the archive; pack your file again.")
    own = _own(members)
    if len(own) > _MAX_MEMBERS:
        raise _fault(f"{name} holds more than {_MAX_MEMBERS} files; pack only the one that you want graded.")
    for member in own:
        if stat.S_ISLNK(member.external_attr >> 16):
            raise _fault(f"{name} holds a symbolic link; pack the file itself.")
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise _fault(f"{name} is packed in an unusual way; pack it again as a plain .zip.")
    return [member for member in own if _path(member).suffix.lower() in (".py", ".ipynb")]


def _chosen(members: list[zipfile.ZipInfo], name: str, wanted: tuple[str, ...]) -> zipfile.ZipInfo:
    sources = _sources(members, name)
    named = [member for member in sources if _path(member).stem.lower() in wanted]
    for found in (sources, named):
        if len(found) == 1:
            return found[0]
    if not sources:
        raise _fault(_nothing(members, name, wanted))
    likely = sorted(named or sources, key=lambda member: len(_path(member).parts))
    told = f"{name} holds {len(likely)} files that could be meant: {_listed(likely)}"
    if not named:
        raise _fault(f"{told}; pack the right one alone, or call it {wanted[0]}{_path(likely[0]).suffix}.")
    raise _fault(f"{told}; keep the one that you want graded, {likely[0].filename} say, and leave the others out.")


def _nothing(members: list[zipfile.ZipInfo], name: str, wanted: tuple[str, ...]) -> str:
    """Why there is nothing to grade in an archive: what there is instead, and what to do."""
    own = _own(members)
    if renamed := [member for member in own if _path(member).stem.lower().endswith((".py", ".ipynb"))]:
        right = _path(renamed[0]).stem
        return f"{name} holds {_listed(renamed)}, and no .py file or notebook; call it {right} and pack it again."
    if packed := [member for member in own if _path(member).suffix.lower() in _PACKED]:
        return f"{name} holds {_listed(packed)}, an archive in an archive; pack the file in it itself."
    if not own and any(not member.is_dir() for member in members):
        folder = _path(next(member for member in members if not member.is_dir())).parts[0]
        return f"{name} holds only what programs leave behind ({folder}); pack {wanted[0]}.py or your notebook alone."
    held = f" ({_listed(own)})" if own else ""
    return f"{name} holds no .py file and no notebook{held}; pack the file that you want graded."


def _listed(members: list[zipfile.ZipInfo]) -> str:
    names = ["".join(letter if letter.isprintable() else "?" for letter in one.filename)[:100] for one in members]
    if len(names) > _MOST_NAMES:
        names[_MOST_NAMES:] = [f"{len(names) - _MOST_NAMES} more"]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _own(members: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    """The files that the student made: not those of environments, nor what is hidden or left there by programs."""
    environments = {_path(member).parent for member in members if _path(member).name == _ENVIRONMENT}
    return [
        member
        for member in members
        if not member.is_dir()
        and not any(part.startswith(".") or part.lower() in _BESIDE for part in _path(member).parts)
        and environments.isdisjoint(_path(member).parents)
    ]


def _path(member: zipfile.ZipInfo) -> PurePosixPath:
    return PurePosixPath(member.filename.replace("\\", "/"))
