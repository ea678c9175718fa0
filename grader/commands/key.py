"""The key by which this grader knows its own reports again: in the user's configuration folder, or where one says."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Final

import click

from grader.model.digest import KEY_BYTES

__all__ = ["VARIABLE", "key"]

VARIABLE: Final = "JITGRADE_KEY_FILE"
_LARGEST: Final = 4096


def key() -> bytes:
    """Returns the key; it is made at its first use. Nothing where it can be neither read nor made.

    ``JITGRADE_KEY_FILE`` names another file, which several machines may share. Raises a usage error where that one
    cannot be used.
    """
    named = os.environ.get(VARIABLE)
    if named:
        try:
            return _read(Path(named))
        except OSError as error:
            raise click.UsageError(f"{VARIABLE} names {named}, which cannot be read: {error.strerror}.") from None
    path = Path(click.get_app_dir("jitgrade"), "report.key")
    try:
        return _read(path)
    except FileNotFoundError:
        pass
    except OSError:
        return b""
    try:
        _make(path)
        return _read(path)
    except OSError:
        return b""


def _read(path: Path) -> bytes:
    """The key that a file holds. Raises OSError, and a usage error where it holds none."""
    with path.open("rb") as file:
        found = file.read(_LARGEST)
    if len(found) < KEY_BYTES:
        raise click.UsageError(f"{path} holds no key: that takes {KEY_BYTES} random bytes or more.")
    return found


def _make(path: Path) -> None:
    """Makes a key file that its owner alone can read, whole or not at all; one that is there already stays."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    try:
        fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(fd, "wb") as file:  # noqa: PTH123 - it is open already
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(fd)
        try:
            os.link(part, path)  # unlike a renaming, it replaces nothing that another process made meanwhile
        except FileExistsError:
            return
        except OSError:  # a file system without links
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)
