"""The filter on system calls: this process may compute, use threads and its open descriptors, and reach nobody else.

Arguments that the kernel takes as 32 bits (descriptors, pids, commands, flags of open and clone) are compared by their
low half, for the kernel ignores the high one. Where the full width counts, both halves are compared.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from typing import TYPE_CHECKING, Final

from grader.worker.confinement.kernel import checked, no_new_privileges, syscall
from grader.worker.confinement.syscalls import LAST_KNOWN, Machine, machine

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Step", "install", "program"]

Step = tuple[int, int, int, int]
"""One instruction for the kernel: code, steps to skip where it holds, steps to skip where not, constant."""

_LOAD, _AND, _EQUAL, _ABOVE, _FROM, _SKIP, _RETURN = 0x20, 0x54, 0x15, 0x25, 0x35, 0x05, 0x06
_NUMBER, _AUDIT, _ARGUMENTS = 0, 4, 16  # where they stand in what the kernel shows
_MOST_SKIP: Final = 255
_X32: Final = 0x4000_0000

_ALLOW: Final = 0x7FFF_0000
_KILL: Final = 0x8000_0000
_ERRNO: Final = 0x0005_0000
_EPERM: Final = _ERRNO | errno.EPERM
_ENOMEM: Final = _ERRNO | errno.ENOMEM
_ENOSYS: Final = _ERRNO | errno.ENOSYS
_EOPNOTSUPP: Final = _ERRNO | errno.EOPNOTSUPP

_SET_MODE_FILTER: Final = 1
_TSYNC: Final = 1

_CLONE_THREAD: Final = 0x0001_0000
_CLONE_NEW: Final = 0x7E02_0000  # all namespaces that the old clone can make
_AF_UNIX: Final = 1
_SOCKET_TYPE: Final = 0xF
_STREAM, _SEQPACKET = 1, 5
_O_ACCMODE, _O_TRUNC = 0o3, 0o1000
_MAP_SHARED, _MAP_ANONYMOUS, _MAP_GROWSDOWN = 0x1, 0x20, 0x100
_MADV_REMOVE = 9
_NOBODY_ASKED: Final = 0xFFFF_FFFF  # personality(2): tell, do not set

_FCNTL_REFUSED: Final = (
    8,  # F_SETOWN: with F_SETSIG any signal to anybody of the same user, past Landlock
    10,  # F_SETSIG
    15,  # F_SETOWN_EX
    1024,  # F_SETLEASE: others who open the file would wait
    1026,  # F_NOTIFY: watches folders
    1036,  # F_SET_RW_HINT: stays with a file that is only read
    1038,  # F_SET_FILE_RW_HINT
    1040,  # F_SETDELEG: a lease on a folder
)
_IOCTL_GRANTED: Final = (
    0x5401,  # TCGETS: is it a terminal?
    0x802C_542A,  # TCGETS2
    0x540F,  # TIOCGPGRP
    0x5413,  # TIOCGWINSZ
    0x541B,  # FIONREAD: how much can be read
    0x5421,  # FIONBIO
    0x5450,  # FIONCLEX
    0x5451,  # FIOCLEX
)
"""The rest stays shut: file systems have commands that change a file, and that ask for its owner and nothing more.

It is unsupported rather than denied: what copies files, pathlib say, tries such a command first and then goes on.
"""
_PRCTL_GRANTED: Final = (
    2,  # PR_GET_PDEATHSIG
    3,  # PR_GET_DUMPABLE
    15,  # PR_SET_NAME: each thread of XLA gives itself one
    16,  # PR_GET_NAME
    21,  # PR_GET_SECCOMP
    23,  # PR_CAPBSET_READ
    30,  # PR_GET_TIMERSLACK
    38,  # PR_SET_NO_NEW_PRIVS
    39,  # PR_GET_NO_NEW_PRIVS
    42,  # PR_GET_THP_DISABLE
    51,  # PR_SVE_GET_VL: libraries ask it for the width of vectors, as the next two
    56,  # PR_GET_TAGGED_ADDR_CTRL
    64,  # PR_SME_GET_VL
    0x5356_4D41,  # PR_SET_VMA: malloc names its memory
)
"""The rest stays shut: PR_SET_PDEATHSIG would outlive the grader; PR_SET_SECCOMP and PR_SET_SYSCALL_USER_DISPATCH would
let a file see and change what XLA writes."""


def install() -> None:
    """Filters the system calls of all threads of this process from here on; OSError where that cannot be had."""
    here = machine(os.uname().machine)
    steps = program(here, os.getpid())
    packed = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    header = struct.pack("@HP", len(steps), ctypes.addressof(packed))
    no_new_privileges()
    stray = checked(syscall(here.refused["seccomp"], _SET_MODE_FILTER, _TSYNC, header), "entering seccomp")
    if stray:
        raise OSError(errno.EAGAIN, f"entering seccomp: thread {stray} has a filter of its own")


def program(here: Machine, pid: int) -> list[Step]:
    """The filter for a kind of machine and for the process that calls itself ``pid``."""
    steps = [(_LOAD, 0, 0, _AUDIT), (_EQUAL, 1, 0, here.audit), (_RETURN, 0, 0, _KILL), (_LOAD, 0, 0, _NUMBER)]
    if here.x32:
        steps += [(_FROM, 0, 1, _X32), (_RETURN, 0, 0, _KILL)]
    steps += [(_ABOVE, 0, 1, LAST_KNOWN), (_RETURN, 0, 0, _ENOSYS)]
    for name, rule in _rules(pid).items():  # first, for the calls that programs make often are here
        if name in here.weighed:
            steps += [(_EQUAL, 0, len(rule), here.weighed[name]), *rule]
    steps += _all(here.refused.values(), _EPERM)
    steps += _all(here.unknown.values(), _ENOSYS)
    steps += _all(here.unsupported.values(), _EOPNOTSUPP)
    return [*steps, (_RETURN, 0, 0, _ALLOW)]


def _rules(pid: int) -> dict[str, list[Step]]:
    """By name of a call, the steps that weigh its arguments; each way through them ends in a verdict."""
    no_new_output = _one_of(1, (1, 2), then=_EPERM)  # the grader reads XLA's own log from descriptor 2
    opening = {"mask": _O_ACCMODE | _O_TRUNC, "then": _EPERM}
    # Old versions of Landlock overlook truncation while reading; none looks at access mode 3, which is no access.
    no_hidden_writes = (_O_TRUNC, _O_ACCMODE, _O_TRUNC | _O_ACCMODE)
    return {
        "close": _one_of(0, (1, 2), then=_EPERM),
        "mmap": _one_of(  # neither shared memory without a file nor a stack counts as data, which is limited
            3,
            (0, _MAP_SHARED, _MAP_ANONYMOUS),
            mask=_MAP_SHARED | _MAP_ANONYMOUS | _MAP_GROWSDOWN,
            otherwise=_ENOMEM,
        ),
        "madvise": _one_of(2, (_MADV_REMOVE,), then=_EPERM),  # who reads shared memory waits for holes to be made
        "openat": _one_of(2, no_hidden_writes, **opening),
        "open": _one_of(1, no_hidden_writes, **opening),
        "ioctl": _one_of(1, _IOCTL_GRANTED, otherwise=_EOPNOTSUPP),
        "fcntl": _one_of(1, _FCNTL_REFUSED, then=_EPERM),
        "prctl": _one_of(0, _PRCTL_GRANTED, otherwise=_EPERM),
        "clone": _one_of(0, (_CLONE_THREAD,), mask=_CLONE_THREAD | _CLONE_NEW, otherwise=_EPERM),
        "tgkill": _one_of(0, (pid,), otherwise=_EPERM),
        "kill": _one_of(0, (pid,), otherwise=_EPERM),
        "prlimit64": _one_of(0, (0, pid), otherwise=_EPERM),
        "dup2": no_new_output,
        "dup3": no_new_output,
        "close_range": [_load(0), (_ABOVE, 1, 0, 2), (_RETURN, 0, 0, _EPERM), (_RETURN, 0, 0, _ALLOW)],
        # A pair of datagram sockets (a raw one is such, too) can send to any socket that has a path; so can `sendto`.
        "socketpair": [
            *_only(_load(0), _AF_UNIX),
            *_one_of(1, (_STREAM, _SEQPACKET), mask=_SOCKET_TYPE, otherwise=_EPERM),
        ],
        "sendto": [*_only(_load(4), 0), *_only(_load(4, high=True), 0), (_RETURN, 0, 0, _ALLOW)],
        "personality": _one_of(0, (_NOBODY_ASKED,), otherwise=_EPERM),
    }


def _load(argument: int, *, high: bool = False) -> Step:
    """Loads half of an argument; both machines store the low half first."""
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * argument + 4 * high)


def _one_of(
    argument: int, values: Iterable[int], *, mask: int | None = None, then: int = _ALLOW, otherwise: int = _ALLOW
) -> list[Step]:
    """The verdict ``then`` where the argument (its bits in ``mask``) is one of the values, else ``otherwise``."""
    kept = [] if mask is None else [(_AND, 0, 0, mask)]
    wanted = list(values)
    matches = [(_EQUAL, len(wanted) - place, 0, value) for place, value in enumerate(wanted)]
    return [_load(argument), *kept, *matches, (_RETURN, 0, 0, otherwise), (_RETURN, 0, 0, then)]


def _only(load: Step, value: int) -> list[Step]:
    """Goes on where what is loaded is the value; EPERM where not."""
    return [load, (_EQUAL, 1, 0, value), (_RETURN, 0, 0, _EPERM)]


def _all(numbers: Iterable[int], verdict: int) -> list[Step]:
    """One verdict for many calls, in as many parts as the short jumps of the filter need."""
    left = list(numbers)
    steps: list[Step] = []
    while left:
        part, left = left[:_MOST_SKIP], left[_MOST_SKIP:]
        steps += [(_EQUAL, len(part) - place, 0, number) for place, number in enumerate(part)]
        steps += [(_SKIP, 0, 0, 1), (_RETURN, 0, 0, verdict)]
    return steps
