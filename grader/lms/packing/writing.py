"""Writes what was packed, whole or not at all: a zip, a tar, or a folder; equal files give equal bytes."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import shutil
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grader.lms.package import FILE, SCHEMA
from grader.lms.packing.errors import PackingError

if TYPE_CHECKING:
    from grader.lms.packing.nouns import File, Files

__all__ = ["MARK", "refuse_foreign", "tar", "write", "zipped"]

MARK: Final = ".jitgrade"
"""In a folder of ours: what it held when it was written."""
_MOMENT: Final = (1980, 1, 1, 0, 0, 0)


def zipped(files: Files) -> bytes:
    """Returns a zip archive, whose comment is a mark of what it holds."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, whose modes the next line gives
            entry.external_attr = _mode(file) << 16
            archive.writestr(entry, file.data)
        archive.comment = _mark(files).encode()
    return buffer.getvalue()


def tar(files: Files, *, compressed: bool = False) -> bytes:
    """Returns a tar archive, in whose entries no user and no time of ours stands."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, file in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(file.data), _mode(file)
            archive.addfile(entry, io.BytesIO(file.data))
    return gzip.compress(buffer.getvalue(), mtime=0) if compressed else buffer.getvalue()


def refuse_foreign(path: Path) -> dict[str, bytes]:
    """Returns what lies at the path, by name. Raises PackingError where it is none of ours, or was changed since."""
    if not path.exists() and not path.is_symlink():
        return {}
    if path.is_dir() and not any(path.iterdir()):
        return {}
    if not path.is_dir():
        return _own_zip(path)
    mark = path / MARK
    if not mark.is_file():
        raise PackingError(f"{path} is there already and is no package of ours; name another path with --output")
    held = _read(path)
    if mark.read_text(encoding="utf-8", errors="replace") != _marked(held):
        raise PackingError(f"{path} was changed since jitgrade wrote it; remove it, or name another path")
    return held


def write(path: Path, content: Files | bytes) -> None:
    """Puts a folder of files, or a file, in its place, once all of it is written beside it.

    A file takes another's place in one step; a folder that is there is moved away first, and back where that fails.
    What is there must not be foreign. Raises PackingError where nothing can be written there.
    """
    path = path.resolve()
    try:
        if isinstance(content, bytes):
            _write_file(path, content)
        else:
            _write_folder(path, content)
    except OSError as error:
        raise PackingError(f"{path} cannot be written: {error.strerror or error}") from None


def _write_file(path: Path, content: bytes) -> None:
    fd, part = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(fd)
        Path(part).replace(path)
    finally:
        Path(part).unlink(missing_ok=True)


def _write_folder(path: Path, files: Files) -> None:
    aside = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}-"))
    try:
        new, old = aside / "new", aside / "old"
        for name, file in files.items():
            target = new / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.data)
            target.chmod(_mode(file))
        (new / MARK).write_text(_mark(files), encoding="utf-8")
        if path.exists():
            path.rename(old)
        try:
            new.rename(path)
        except OSError:
            if old.exists():
                old.rename(path)
            raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _mode(file: File) -> int:
    """Solutions may be among them: nobody but their owner reads what is unpacked, wherever modes are kept."""
    return 0o700 if file.executable else 0o600


def _mark(files: Files) -> str:
    """What a folder's mark says: which form it has, and a digest of all that is in it."""
    return _marked({name: file.data for name, file in files.items()})


def _marked(held: dict[str, bytes]) -> str:
    """The mark of what holds these bytes, by name."""
    total = hashlib.sha256()
    for name, data in sorted(held.items()):
        total.update(f"{name} {len(data)}\n".encode())
        total.update(data)
    return f"{SCHEMA} {total.hexdigest()}\n"


def _read(folder: Path) -> dict[str, bytes]:
    """All files of a folder but its mark."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and path != folder / MARK)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def _own_zip(path: Path) -> dict[str, bytes]:
    """What a zip of ours holds. Raises PackingError as `refuse_foreign` does."""
    try:
        with zipfile.ZipFile(path) as archive:
            ours = SCHEMA.encode() in archive.read(FILE)
            mark = archive.comment.decode("utf-8", "replace")
            held = {name: archive.read(name) for name in archive.namelist()} if ours else {}
    except (OSError, KeyError, zipfile.BadZipFile, NotImplementedError, RuntimeError):
        ours = False
    if not ours:
        raise PackingError(f"{path} is there already and is no package of ours; name another path with --output")
    if mark != _marked(held):
        raise PackingError(f"{path} was changed since jitgrade wrote it; remove it, or name another path")
    return held
