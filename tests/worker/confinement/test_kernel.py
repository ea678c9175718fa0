"""What a process gives up by the kernel's own calls is gone, and what fails says what failed."""

from __future__ import annotations

import errno
import os
import sys

import pytest

if sys.platform != "linux":
    pytest.skip("these calls are of Linux only", allow_module_level=True)

from grader.worker.confinement import kernel

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


def test_what_failed_is_told():
    with pytest.raises(OSError, match="mounting tmpfs on /no/such/folder: ") as caught:
        kernel.mount(None, "/no/such/folder", "tmpfs")
    assert caught.value.errno in {errno.ENOENT, errno.EPERM}


def test_new_privileges_are_given_up_for_good(locked):
    script = """
from grader.worker.confinement import kernel
kernel.no_new_privileges()
print([line for line in open("/proc/self/status") if line.startswith("NoNewPrivs")])
"""
    assert locked(script).stdout == "['NoNewPrivs:\\t1\\n']\n"


def test_capabilities_are_given_up(locked):
    script = """
from grader.worker.confinement import kernel
kernel.drop_capabilities()
sets = dict(line.split() for line in open("/proc/self/status") if line.startswith("Cap"))
print({name for name in ("CapInh:", "CapPrm:", "CapEff:", "CapAmb:") if int(sets[name], 16)})
"""
    assert locked(script).stdout == "set()\n"


@as_root
def test_capabilities_cannot_be_gained_again(locked):
    script = """
from grader.worker.confinement import kernel
kernel.drop_capabilities()
print([line for line in open("/proc/self/status") if line.startswith("CapBnd")])
"""
    assert locked(script).stdout == "['CapBnd:\\t0000000000000000\\n']\n"


BECOME = """
import sys
from grader.worker.confinement import kernel
def become(uid=60100, gid=60101):
    kernel.become_user(uid, gid)
"""


@as_root
def test_becoming_a_user_leaves_nothing_of_root(locked):
    script = """
become()
print(os.getresuid(), os.getresgid(), os.getgroups())
"""
    assert locked(BECOME + script).stdout == "(60100, 60100, 60100) (60101, 60101, 60101) []\n"


@as_root
def test_a_user_may_open_files_as_another_and_do_nothing_else_so(locked, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("owned")
    secret.chmod(0o600)
    script = f"""
kernel.become_user(60100, 60101, opens_as=0)
print(open({str(secret)!r}).read(), os.getresuid())
print(*{{line.split()[1] for line in open("/proc/self/status") if "Cap" in line}})
try:
    os.kill(1, 0)
except PermissionError:
    print("no signals")
"""
    assert locked(BECOME + script).stdout == f"owned (60100, 60100, 60100)\n{16 * '0'}\nno signals\n"


@as_root
def test_a_user_has_no_way_back_to_root(outcomes):
    script = """
become()
tell({
    "uid": lambda: os.setuid(0),
    "gid": lambda: os.setgid(0),
    "groups": lambda: os.setgroups([0]),
    "root's file": lambda: open(sys.argv[1]),
    "its memory by a file": lambda: open("/proc/self/mem", "wb"),
    "its descriptors": lambda: os.listdir("/proc/self/fd"),
})
"""
    assert outcomes(BECOME + script, "/proc/1/environ") == {
        "uid": "EPERM",
        "gid": "EPERM",
        "groups": "EPERM",
        "root's file": "EACCES",
        "its memory by a file": "EACCES",
        "its descriptors": "fine",
    }


@as_root
def test_others_of_the_same_user_cannot_read_its_memory(outcomes):
    script = """
import signal
ours, theirs = os.pipe()
child = os.fork()
if not child:
    become()
    os.write(theirs, b"x")
    signal.pause()
os.read(ours, 1)
become()
attempts = {"memory": lambda: open(f"/proc/{child}/mem", "rb"), "environment": lambda: open(f"/proc/{child}/environ")}
told = {name: outcome(attempt) for name, attempt in attempts.items()}
os.kill(child, signal.SIGKILL)
os.waitpid(child, 0)
tell({name: (lambda: None) if word == "EACCES" else (lambda word=word: exit(word)) for name, word in told.items()})
"""
    assert outcomes(BECOME + script) == {"memory": "fine", "environment": "fine"}


def test_who_may_not_become_a_user_is_told_at_which_step(locked):
    script = """
if os.geteuid() == 0:
    become()
try:
    become(60102)
except PermissionError as error:
    print(error.strerror)
"""
    assert locked(BECOME + script).stdout == "leaving all groups: Operation not permitted\n"


@as_root
def test_a_namespace_of_mounts_is_its_own(locked, tmp_path):
    script = """
import sys
from grader.worker.confinement.kernel import *
try:
    unshare(NEWNS)
    mount(None, "/", flags=MS_REC | MS_PRIVATE)
    mount("tmpfs", sys.argv[1], "tmpfs", MS_NOSUID | MS_NODEV, "size=64k,mode=700")
except OSError as error:
    print("skip", error)
else:
    open(sys.argv[1] + "/inside", "w").close()
    print(os.listdir(sys.argv[1]))
"""
    told = locked(script, tmp_path).stdout
    if told.startswith("skip"):
        pytest.skip(f"no namespace of mounts here: {told}")
    assert told == "['inside']\n"
    assert list(tmp_path.iterdir()) == []
