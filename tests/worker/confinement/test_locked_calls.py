"""What a process behind the filter can still do and what not, by the kernel's own word."""

from __future__ import annotations

import platform
import signal
import sys

import pytest

if sys.platform != "linux":
    pytest.skip("seccomp is Linux only", allow_module_level=True)
if platform.machine() not in {"x86_64", "aarch64"}:
    pytest.skip("no table of system calls for this machine", allow_module_level=True)

SCRIPT = """
import asyncio, fcntl, mmap, os, resource, shutil, signal, socket, subprocess, sys, threading, tempfile
from grader.worker.confinement import seccomp
os.chdir(sys.argv[1])
open("readable", "w").write("text")
waiting, early = threading.Event(), []
def before():
    waiting.wait()
    early.append(outcome(socket.socket))
thread = threading.Thread(target=before)
thread.start()
seccomp.install()
waiting.set()
thread.join()
def threads():
    done = []
    more = [threading.Thread(target=done.append, args=(each,)) for each in range(8)]
    [each.start() for each in more]
    [each.join() for each in more]
    assert sorted(done) == list(range(8))
def talks():
    ours, theirs = socket.socketpair()
    ours.send(b"word")
    assert theirs.recv(9) == b"word"
def signals():
    told = []
    signal.signal(signal.SIGUSR1, lambda *_: told.append(1))
    os.kill(os.getpid(), signal.SIGUSR1)
    signal.raise_signal(signal.SIGUSR1)
    assert len(told) == 2
def earlier():
    assert early == ["EPERM"], early
def others():
    os.kill(os.getppid(), 0)
def writes():
    with open("new", "w") as file:
        file.write("x")
    os.rename("new", "newer")
    assert os.listdir(".")
    shutil.copyfile("newer", "third")
    os.remove("newer")
tell({
    "a thread": threads,
    "a pair of sockets": talks,
    "a signal to itself": signals,
    "an event loop": lambda: asyncio.run(asyncio.sleep(0)),
    "much memory": lambda: bytearray(1 << 28),
    "reading": lambda: open("readable").read(),
    "writing": writes,
    "temporary files": lambda: tempfile.TemporaryFile(dir=".").close(),
    "its own limits": lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)),
    "copying a descriptor": lambda: os.close(os.dup2(1, 77)),
    "a thread from before the filter": earlier,
    "a child": os.fork,
    "a program": lambda: subprocess.run(["true"]),
    "becoming a program": lambda: os.execv("/bin/true", ["true"]),
    "a spawned program": lambda: os.posix_spawn("/bin/true", ["true"], {}),
    "a network socket": socket.socket,
    "a local socket": lambda: socket.socket(socket.AF_UNIX),
    "a pair that can send to a path": lambda: socket.socketpair(type=socket.SOCK_DGRAM),
    "a signal to its parent": others,
    "a signal to its group": lambda: os.killpg(0, 0),
    "the mode of a file": lambda: os.chmod("readable", 0o600),
    "the owner of a file": lambda: os.chown("readable", -1, -1),
    "the time of a file": lambda: os.utime("readable"),
    "an attribute of a file": lambda: os.setxattr("readable", "user.x", b"x"),
    "cutting a file by name": lambda: os.truncate("readable", 0),
    "emptying a file while reading": lambda: os.open("readable", os.O_RDONLY | os.O_TRUNC),
    "a pipe with a name": lambda: os.mkfifo("pipe"),
    "a file in memory": lambda: os.memfd_create("x"),
    "shared memory": lambda: mmap.mmap(-1, 4096),
    "closing its output": lambda: os.close(1),
    "closing its errors": lambda: os.close(2),
    "copying over its errors": lambda: os.dup2(0, 2),
    "copying over its errors, inherited": lambda: os.dup2(0, 2, inheritable=False),
    "an owner for signals": lambda: fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid()),
    "another's limits": lambda: resource.prlimit(os.getppid(), resource.RLIMIT_CORE),
    "a processor of its own": lambda: os.sched_setaffinity(0, {0}),
    "more patience from others": lambda: os.nice(1),
    "a group of its own": lambda: os.setpgid(0, 0),
})
"""
ALLOWED = (
    "a thread",
    "a pair of sockets",
    "a signal to itself",
    "an event loop",
    "much memory",
    "reading",
    "writing",
    "temporary files",
    "its own limits",
    "copying a descriptor",
    "a thread from before the filter",
)
REFUSED = (
    "a child",
    "a program",
    "becoming a program",
    "a spawned program",
    "a network socket",
    "a local socket",
    "a pair that can send to a path",
    "a signal to its parent",
    "a signal to its group",
    "the mode of a file",
    "the owner of a file",
    "the time of a file",
    "an attribute of a file",
    "cutting a file by name",
    "emptying a file while reading",
    "a pipe with a name",
    "a file in memory",
    "closing its output",
    "closing its errors",
    "copying over its errors",
    "copying over its errors, inherited",
    "an owner for signals",
    "another's limits",
    "a processor of its own",
    "more patience from others",
    "a group of its own",
)

INSTALL = "from grader.worker.confinement import seccomp; seccomp.install()\n"
OLD_CALL = """
import ctypes, mmap
code = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
code.write(bytes.fromhex("53b814000000cd805bc3"))  # getpid by the calls of 32-bit programs
ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
os._exit(0)
"""


@pytest.fixture(scope="module")
def tried(outcomes, tmp_path_factory):
    """What became of everything the script tries."""
    return outcomes(SCRIPT, tmp_path_factory.mktemp("scratch"))


@pytest.mark.parametrize("what", ALLOWED)
def test_a_filtered_process_has(tried, what):
    assert tried[what] == "fine"


@pytest.mark.parametrize("what", REFUSED)
def test_a_filtered_process_is_refused(tried, what):
    assert tried[what] == "EPERM"


def test_shared_memory_looks_like_too_little_memory(tried):
    assert tried["shared memory"] == "ENOMEM"


def test_the_calls_of_32_bit_programs_kill(locked):
    if platform.machine() != "x86_64" or locked(OLD_CALL).returncode:
        pytest.skip("this kernel has no calls of 32-bit programs")
    assert locked(INSTALL + OLD_CALL).returncode == -signal.SIGSYS


def test_a_second_filter_is_refused(outcomes):
    script = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def second():
    if libc.prctl(22, 2, 0, 0, 0) < 0:
        raise OSError(ctypes.get_errno(), "")
tell({"a second filter": second})
"""
    assert outcomes(INSTALL + script) == {"a second filter": "EPERM"}
    assert outcomes(script) == {"a second filter": "EFAULT"}
