"""The calls to Linux that Python lacks, for a process that locks itself in; each raises OSError with what failed.

All C functions are looked up when this is imported: after confinement there may be nothing left to load them from.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "MS_BIND",
    "MS_NODEV",
    "MS_NOEXEC",
    "MS_NOSUID",
    "MS_PRIVATE",
    "MS_RDONLY",
    "MS_REC",
    "MS_REMOUNT",
    "NEWIPC",
    "NEWNET",
    "NEWNS",
    "NEWPID",
    "NEWUSER",
    "NEWUTS",
    "become_user",
    "checked",
    "drop_capabilities",
    "mount",
    "no_new_privileges",
    "permitted_capabilities",
    "syscall",
    "unshare",
]

NEWNS: Final = 0x0002_0000
NEWUTS: Final = 0x0400_0000
NEWIPC: Final = 0x0800_0000
NEWUSER: Final = 0x1000_0000
NEWPID: Final = 0x2000_0000
NEWNET: Final = 0x4000_0000

MS_RDONLY: Final = 1
MS_NOSUID: Final = 2
MS_NODEV: Final = 4
MS_NOEXEC: Final = 8
MS_REMOUNT: Final = 32
MS_BIND: Final = 1 << 12
MS_REC: Final = 1 << 14
MS_PRIVATE: Final = 1 << 18

_PR_SET_DUMPABLE: Final = 4
_PR_SET_KEEPCAPS: Final = 8
_PR_CAPBSET_DROP: Final = 24
_PR_SET_NO_NEW_PRIVS: Final = 38
_PR_CAP_AMBIENT: Final = 47
_PR_CAP_AMBIENT_CLEAR_ALL: Final = 4
_CAPABILITY_VERSION_3: Final = 0x2008_0522
_MOST_CAPABILITIES: Final = 64
_CAP_SETUID: Final = 7
_NOBODY: Final = 0xFFFF_FFFF  # a user that cannot be become: asking for it only tells who one is

_libc = ctypes.CDLL(None, use_errno=True)
_syscall = _libc.syscall
_syscall.restype = ctypes.c_long
_prctl = _libc.prctl
_prctl.argtypes = (ctypes.c_int, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong)
_unshare = _libc.unshare
_unshare.argtypes = (ctypes.c_int,)
_mount = _libc.mount
_mount.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p)
_capset = _libc.capset
_capset.argtypes = (ctypes.c_char_p, ctypes.c_char_p)
_setfsuid = _libc.setfsuid
_setfsuid.argtypes = (ctypes.c_uint,)


def checked(result: int, what: str) -> int:
    """The result of a C function, or OSError where it is negative: ``what`` was being tried."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def syscall(number: int, *arguments: int | bytes | None) -> int:
    """Makes a system call by its number; -1 where it fails, for `checked`. Numbers and pointers pass at full width."""
    wide = (ctypes.c_long(each) if isinstance(each, int) else ctypes.c_char_p(each) for each in arguments)
    return int(_syscall(ctypes.c_long(number), *wide))


def no_new_privileges() -> None:
    """Gives up for good what set-uid programs could give; Landlock and seccomp ask for it."""
    checked(_prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "giving up new privileges")


def unshare(flags: int) -> None:
    """Enters new namespaces."""
    checked(_unshare(flags), f"entering namespaces {flags:#x}")


def mount(source: str | None, target: str, kind: str | None = None, flags: int = 0, data: str | None = None) -> None:
    """Mounts ``source`` on ``target``."""
    encoded = [None if text is None else os.fsencode(text) for text in (source, target, kind, data)]
    checked(_mount(encoded[0], encoded[1], encoded[2], flags, encoded[3]), f"mounting {source or kind} on {target}")


def drop_capabilities() -> None:
    """Gives up all capabilities of this thread, and those it could ever gain."""
    _empty_bounds()
    _set_capabilities(0)


def permitted_capabilities() -> int:
    """The capabilities that this thread may use, one bit each."""
    with open("/proc/thread-self/status", encoding="ascii", errors="replace") as status:  # noqa: PTH123 - read once, before anything is closed
        return next(int(line.split()[1], 16) for line in status if line.startswith("CapPrm:"))


def become_user(uid: int, gid: int, *, opens_as: int | None = None) -> None:
    """Becomes an unprivileged user for good: no supplementary group, no capability, no way back.

    Files, and nothing else, it opens as the user ``opens_as``, by default as itself.
    Nobody else under the same uid may then trace this process or read its memory: it is not dumpable, as the kernel's
    default has it, and much of its /proc/self belongs to root, which jax does not miss. The kernel also forgets the
    signal at the parent's death; who wants it asks for it again.
    """
    _empty_bounds()  # before the uid changes, which takes the right to do so
    with _telling("leaving all groups"):
        os.setgroups([])
    with _telling(f"becoming group {gid}"):
        os.setresgid(gid, gid, gid)
    checked(_prctl(_PR_SET_KEEPCAPS, opens_as is not None, 0, 0, 0), "keeping capabilities")
    with _telling(f"becoming user {uid}"):
        os.setresuid(uid, uid, uid)
    if opens_as is not None:
        _set_capabilities(1 << _CAP_SETUID)
        _setfsuid(opens_as)  # it tells of no failure, hence the look below
    _set_capabilities(0)
    checked(_prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0), "hiding this process from others of its user")
    opener = _setfsuid(_NOBODY) & _NOBODY
    if os.getresuid() != (uid,) * 3 or os.getresgid() != (gid,) * 3 or os.getgroups() or opener not in {uid, opens_as}:
        raise OSError(errno.EPERM, f"becoming user {uid}: the kernel agreed and did not do it")


def _set_capabilities(bits: int) -> None:
    """Leaves this thread these capabilities, of those below 32."""
    header = struct.pack("Ii", _CAPABILITY_VERSION_3, 0)
    # Effective, permitted and inheritable, in two halves of 32 bits.
    checked(_capset(header, struct.pack("6I", bits, bits, 0, 0, 0, 0)), "dropping capabilities")


def _empty_bounds() -> None:
    """Empties the bounding and the ambient set as far as allowed: without privileges neither can be used anyway."""
    for capability in range(_MOST_CAPABILITIES):
        if _prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) < 0:
            break
    _prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)


@contextlib.contextmanager
def _telling(what: str) -> Iterator[None]:
    """Puts what was being tried into an OSError of Python's own."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, f"{what}: {os.strerror(error.errno or 0)}") from None
