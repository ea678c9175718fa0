"""Landlock: from here on this process reaches the given files and folders and nothing else of the file system."""

from __future__ import annotations

import errno
import os
import stat
import struct
from typing import TYPE_CHECKING, Final

from grader.worker.confinement.kernel import checked, no_new_privileges, syscall

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["abi", "missing", "restrict"]

_CREATE_RULESET: Final = 444  # these numbers are the same on all machines
_ADD_RULE: Final = 445
_RESTRICT_SELF: Final = 446
_VERSION: Final = 1
_PATH_BENEATH: Final = 1

_EXECUTE: Final = 1 << 0
_WRITE_FILE: Final = 1 << 1
_READ_FILE: Final = 1 << 2
_READ_DIR: Final = 1 << 3
_MAKE_CHAR: Final = 1 << 6
_MAKE_SOCK: Final = 1 << 9
_MAKE_FIFO: Final = 1 << 10
_MAKE_BLOCK: Final = 1 << 11
_TRUNCATE: Final = 1 << 14
_IOCTL_DEV: Final = 1 << 15
_RIGHTS: Final = (0, 13, 14, 15, 15, 16)  # how many rights on files each version knows; later ones add none we use
_TCP: Final = 3  # bind and connect
_SCOPES: Final = 3  # abstract sockets, signals
_NET_SINCE: Final = 4
_SCOPES_SINCE: Final = 6

_OF_FILES: Final = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_READ: Final = _EXECUTE | _READ_FILE | _READ_DIR
_NOT_MADE: Final = _EXECUTE | _MAKE_CHAR | _MAKE_SOCK | _MAKE_FIFO | _MAKE_BLOCK | _IOCTL_DEV
"""What a writable folder is not for: programs, devices, and pipes on which a reader would hang."""


def abi() -> int:
    """The version of Landlock that the kernel offers; 0 where there is none."""
    return max(0, syscall(_CREATE_RULESET, None, 0, _VERSION))


def missing() -> str:
    """Why there is no Landlock here; "" where there is."""
    try:
        checked(syscall(_CREATE_RULESET, None, 0, _VERSION), "asking for Landlock")
    except OSError as error:
        why = {
            errno.ENOSYS: "the kernel is older than Linux 5.13, or was built without it",
            errno.EOPNOTSUPP: "it was turned off when the machine started; add landlock to the kernel's lsm= parameter",
            errno.EPERM: "the container forbids its system calls",
        }
        return f"no Landlock: {why.get(error.errno or 0, error.strerror)}"
    return ""


def restrict(readable: Iterable[str], writable: Iterable[str]) -> int:
    """Leaves this process the given files and folders with all below them; returns the version that did it.

    Where the version can, TCP, signals to other processes and abstract sockets end, too. A path that does not exist is
    passed over. Descriptors already open keep their rights. OSError where there is no Landlock, or a second thread,
    which would stay free.
    """
    version = abi()
    if not version:
        raise OSError(errno.EOPNOTSUPP, missing())
    if _threads() > 1:
        raise OSError(errno.EBUSY, "Landlock would bind this thread alone, and there are others")
    handled = (1 << _RIGHTS[min(version, len(_RIGHTS) - 1)]) - 1
    ruleset = _new_ruleset(version, handled)
    try:
        for path in readable:
            _allow(ruleset, path, _READ & handled)
        for path in writable:
            _allow(ruleset, path, handled & ~_NOT_MADE)
        no_new_privileges()
        checked(syscall(_RESTRICT_SELF, ruleset, 0), "entering Landlock")
    finally:
        os.close(ruleset)
    return version


def _new_ruleset(version: int, handled: int) -> int:
    """A descriptor of an empty set of rules, which says no to everything this version knows of."""
    fields = [handled]
    if version >= _NET_SINCE:
        fields.append(_TCP)
    if version >= _SCOPES_SINCE:
        fields.append(_SCOPES)
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    return checked(syscall(_CREATE_RULESET, attributes, len(attributes), 0), "making a Landlock ruleset")


def _allow(ruleset: int, path: str, rights: int) -> None:
    """Adds a rule for a path that exists; a file takes only the rights that mean something for files."""
    try:
        beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return
    try:
        if not stat.S_ISDIR(os.fstat(beneath).st_mode):
            rights &= _OF_FILES
        rule = struct.pack("=Qi", rights, beneath)
        checked(syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0), f"allowing {path} in Landlock")
    finally:
        os.close(beneath)


def _threads() -> int:
    """How many threads this process has; 1 where /proc does not tell."""
    try:
        return len(os.listdir("/proc/self/task"))  # noqa: PTH208 - pathlib would stat each entry
    except FileNotFoundError:
        return 1
