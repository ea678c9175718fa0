"""Tries each lock in a child that is thrown away: the kernel's version does not say what a host lets it do."""

from __future__ import annotations

import _socket
import _thread
import encodings
import errno
import os
import signal
from typing import TYPE_CHECKING, Final, NoReturn

from grader.worker.confinement import kernel, landlock, seccomp

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["probe"]

_SOME_USER: Final = 60_100  # also where a container maps 65536 users only
_MOST_ANSWER: Final = 2000
_HOLDS: Final = "it holds"
_INSIDE: Final = encodings.__path__[0]
_OUTSIDE: Final = os.__file__  # the folder above


def probe(uid: int = _SOME_USER) -> dict[str, str]:
    """By lock ("landlock", "seccomp", "uid"): "" where it holds on this host, or a sentence that says why not.

    ``uid`` is the user that root would become. Needs a process of one thread, for it forks.
    """
    return {
        "landlock": _tried(_landlock, "Landlock"),
        "seccomp": _tried(_seccomp, "seccomp"),
        "uid": _user(uid),
    }


def _landlock() -> str:
    """Opens files inside and outside of what was granted."""
    why = landlock.missing()
    if why:
        return why
    landlock.restrict(readable=[_INSIDE], writable=[os.devnull])
    try:
        os.listdir(_INSIDE)  # noqa: PTH208 - only whether it may be listed matters
        os.close(os.open(encodings.__file__, os.O_RDONLY))
        os.close(os.open(os.devnull, os.O_WRONLY))
    except OSError as error:
        return f"Landlock refuses what it was told to grant: {error}"
    if _refusal(lambda: os.close(os.open(_OUTSIDE, os.O_RDONLY))) != errno.EACCES:
        return "Landlock was entered, but a file that it should refuse can still be opened"
    return ""


def _seccomp() -> str:
    """Asks for a socket, a process and a thread: the last alone is granted."""
    seccomp.install()
    if _refusal(lambda: _socket.socket().close()) != errno.EPERM:
        return "seccomp was entered, but sockets can still be made"
    if _refusal(_fork) != errno.EPERM:
        return "seccomp was entered, but processes can still be started"
    done = _thread.allocate_lock()
    done.acquire()
    try:
        _thread.start_new_thread(done.release, ())
    except RuntimeError:
        return "under seccomp no thread can be started"
    return "" if done.acquire(timeout=10) else "under seccomp a thread does not run"


def _user(uid: int) -> str:
    """Becomes an unprivileged user for whom there is no way back, and whom root may still signal."""
    if os.geteuid() != 0:
        return "only root can give each worker a user of its own"

    def become() -> str:
        end, other = os.pipe()
        os.fchown(end, uid, uid)  # as root does with the worker's folder
        os.close(other)
        kernel.become_user(uid, uid)
        if _refusal(lambda: os.setresuid(0, 0, 0)) != errno.EPERM:
            return f"user {uid} can become root again"
        return ""

    return _tried(become, f"becoming user {uid}", signalled=True)


def _tried(attempt: Callable[[], str], name: str, *, signalled: bool = False) -> str:
    """What an attempt in a child of its own says; with ``signalled``, the child must be in reach of our signals."""
    read_fd, write_fd = os.pipe()
    child = os.fork()
    if not child:
        _answer(attempt, name, write_fd)
    os.close(write_fd)
    with os.fdopen(read_fd, "rb") as answers:
        answer = answers.read(_MOST_ANSWER).decode("utf-8", "replace")
    if signalled and answer == _HOLDS and _refusal(lambda: os.kill(child, 0)):
        answer = f"{name}: this root cannot end what that user runs; it lacks the capability KILL"
    _, status = os.waitpid(child, 0)
    if not answer:
        code = os.waitstatus_to_exitcode(status)
        return f"{name}: trying it ended with " + (f"signal {signal.Signals(-code).name}" if code < 0 else f"{code}")
    return answer.removeprefix(_HOLDS)


def _answer(attempt: Callable[[], str], name: str, write_fd: int) -> NoReturn:
    """The child's part: it answers and ends, whatever happens."""
    try:
        try:
            answer = attempt() or _HOLDS
        except OSError as error:
            answer = f"{name} cannot be had: {error.strerror or error}"
        os.write(write_fd, answer.encode())
    finally:
        os._exit(0)


def _refusal(attempt: Callable[[], object]) -> int | None:
    """The number of the OSError that an attempt ends in; None where it succeeds."""
    try:
        attempt()
    except OSError as error:
        return error.errno
    return None


def _fork() -> None:
    """Starts a process that ends at once."""
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
