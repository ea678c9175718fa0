"""A submitted .zip: the one file in it that is the submission, read in memory and never unpacked to disk."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from grader.course.errors import SubmissionError
from grader.course.kinds import mistaken

__all__ = ["all_names_in", "member_of", "names_in", "unpack"]

_MAX_MEMBERS = 1000
_DAMAGED = "{name} is damaged or no .zip archive; pack your file again."
_BESIDE = frozenset({"__macosx", "__pycache__", "site-packages", "node_modules"})
"""Folders that other programs leave in archives, besides those that are hidden and environments of packages."""
_ENVIRONMENT = "pyvenv.cfg"
_PACKED = (".zip", ".tar", ".gz", ".tgz", ".7z", ".rar", ".bz2", ".xz")
_MOST_NAMES = 4
_MOST_UNPACKED = 100_000
_LARGEST_UNPACKED = 4 << 30
_LARGEST_MEMBER = 16 << 20
_LEADS_OUT = "Its name leads out of the archive; pack it again."


def names_in(data: bytes, name: str) -> tuple[str, ...]:
    """Returns the names that the archive's ``.py`` and ``.ipynb`` files have in it. Raises SubmissionError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = _sources(archive.infolist(), name)
    except (zipfile.BadZipFile, EOFError, OSError, ValueError, IndexError, NotImplementedError) as error:
        raise _fault(mistaken(data, name) or _DAMAGED.format(name=name)) from error
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
    place = _path(member)
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
        if _leads_out(_path(member)):
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
