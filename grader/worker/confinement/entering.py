"""The order in which a forked worker is locked in: namespaces, its own folder, its own user, Landlock, seccomp.

The file that the worker is for comes only after that, and a worker is never used for a second one.
"""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from grader.sandbox.folders import keepers
from grader.sandbox.protocol import MOST_ENTRIES, MOST_SCRATCH
from grader.worker.confinement import kernel, landlock, seccomp

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.sandbox.protocol import Confine, Rights

__all__ = ["enter", "lock", "others", "own_user", "separate"]

_FIRST_USER: Final = 2_000_000_000  # far from the numbers that systems give to people and services
_FIRST_OF_FEW: Final = 60_100  # where a container maps 65536 users only
_USERS: Final = 800
_TO_BECOME_ANOTHER: Final = (0, 5, 6, 7)  # CHOWN, KILL, SETGID, SETUID
_PROC: Final = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo")
_DEVICES: Final = ("/dev/urandom", "/dev/random", "/dev/zero", "/dev/null")


def separate() -> None:
    """Goes on in a child that is the first process of namespaces of its own: mounts, processes, IPC, network.

    Where it cannot become a user of its own, also users, so that the kernel counts its threads apart. The parent stays
    outside, holding nothing, and ends as the child ends.
    """
    user, group = os.geteuid(), os.getegid()
    kernel.unshare(kernel.NEWNS | kernel.NEWPID | kernel.NEWIPC | kernel.NEWNET | (kernel.NEWUSER if user else 0))
    if user:
        for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            Path("/proc/self", name).write_text(text, encoding="ascii")
    kernel.mount(None, os.sep, flags=kernel.MS_REC | kernel.MS_PRIVATE)
    child = os.fork()
    if child:
        _follow(child)


def own_user(worker: int) -> int | None:
    """The user that this worker alone is: None where this process is not root.

    Where root may not become others, or Python is closed by several users and so could not be read, root stays root,
    without its powers.
    """
    if os.geteuid() or not _may(*_TO_BECOME_ANOTHER) or len(_keepers_of_python()) > 1:
        return None
    first = next((number for number in (_FIRST_USER, _FIRST_OF_FEW) if _mapped(number)), None)
    return None if first is None else first + worker % _USERS


def enter(confine: Confine, rights: Rights, user: int | None, again: Callable[[], None]) -> None:
    """Makes the worker's folder and gives up all power to do more; ``again`` is called after a change of user.

    Raises OSError where a worker would be less confined than its tier says.
    """
    if confine.tier == "uid" and user is None:
        raise OSError(errno.EPERM, "there is no user of its own for a worker that has nothing else to keep it in")
    if confine.tier == "namespaces":
        owner = "" if user is None else f",uid={user},gid={user}"
        options = f"size={MOST_SCRATCH},nr_inodes={MOST_ENTRIES},mode=700{owner}"
        kernel.mount("tmpfs", rights.scratch, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, options)
        kernel.mount("proc", "/proc", "proc", kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC)
    else:
        Path(rights.scratch).mkdir(mode=0o700)
    if user is None:
        kernel.drop_capabilities()
        return
    # Who owns what keeps others from Python opens it; which of their files a worker opens is Landlock's to say.
    keeper = next(iter(_keepers_of_python()), None) if confine.tier == "landlock" else None
    if confine.tier != "namespaces":
        os.chown(rights.scratch, user if keeper is None else keeper, user)
    kernel.become_user(user, user, opens_as=keeper)
    again()


def lock(confine: Confine, rights: Rights) -> None:
    """Closes the file system and the kernel to this process, as far as the tier goes. Raises OSError where it fails."""
    if confine.tier != "uid":
        landlock.restrict((*confine.readable, *_PROC, *_DEVICES), (rights.scratch, "/dev/null"))
    seccomp.install()


def others(confine: Confine, user: int | None) -> int | None:
    """How many processes and threads the kernel counts to this worker's user beside its own; None where unlimited."""
    if user is not None:
        return 0
    if os.geteuid() == 0:
        return None  # root is never limited
    if confine.tier == "namespaces" and _counted_apart():
        return 0
    count = 0
    for name in os.listdir("/proc"):  # noqa: PTH208 - pathlib would build an object for each process
        with contextlib.suppress(OSError):
            if name.isdigit() and os.stat(f"/proc/{name}").st_uid == os.geteuid():  # noqa: PTH116 - as above
                count += len(os.listdir(f"/proc/{name}/task"))  # noqa: PTH208 - as above
    return count


def _counted_apart() -> bool:
    """Whether the kernel counts the processes of these namespaces apart from the user's others; older ones do not."""
    few, before = 8, resource.getrlimit(resource.RLIMIT_NPROC)
    resource.setrlimit(resource.RLIMIT_NPROC, (few, before[1]))
    try:
        child = os.fork()
    except BlockingIOError:
        return False
    finally:
        resource.setrlimit(resource.RLIMIT_NPROC, before)
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
    return True


def _keepers_of_python() -> set[int]:
    """The users who keep others from reading Python and what belongs to it."""
    return keepers(os.__file__) | keepers(msgspec.__file__)


def _may(*capabilities: int) -> bool:
    """Whether this process has all these capabilities."""
    permitted = kernel.permitted_capabilities()
    return all(permitted >> one & 1 for one in capabilities)


def _mapped(first: int) -> bool:
    """Whether the workers' users and groups from this number on exist in this namespace of users."""
    for name in ("uid_map", "gid_map"):
        numbers = [int(word) for word in Path("/proc/self", name).read_text(encoding="ascii").split()]
        ranges = zip(numbers[::3], numbers[2::3], strict=True)
        if not any(start <= first and first + _USERS <= start + count for start, count in ranges):
            return False
    return True


def _follow(child: int) -> None:
    """Ends as the child ends: by the same signal, or with the same status."""
    os.closerange(0, min(1 << 16, os.sysconf("SC_OPEN_MAX")))
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
