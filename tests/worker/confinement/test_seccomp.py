"""The filter's verdicts, read by an interpreter of our own: each call of each machine, without making a single one."""

from __future__ import annotations

import errno
import functools
import sys
from typing import TYPE_CHECKING

import pytest

if sys.platform != "linux":
    pytest.skip("seccomp is Linux only", allow_module_level=True)

from grader.worker.confinement.seccomp import program
from grader.worker.confinement.syscalls import LAST_KNOWN, machine

if TYPE_CHECKING:
    from grader.worker.confinement.seccomp import Step

ALLOW, KILL = "allow", "kill"
PID = 4242
MACHINES = ("x86_64", "aarch64")
OTHER = {"x86_64": "aarch64", "aarch64": "x86_64"}


def run(steps: list[Step], audit: int, number: int, arguments: tuple[int, ...]) -> str:
    """The verdict of a filter: what the kernel would do."""
    shown = {0: number, 4: audit}
    for place in range(6):
        value = arguments[place] if place < len(arguments) else 0
        shown[16 + 8 * place] = value & 0xFFFF_FFFF
        shown[20 + 8 * place] = value >> 32 & 0xFFFF_FFFF
    accumulator = at = 0
    while True:
        code, held, not_held, constant = steps[at]
        at += 1
        if code == 0x06:
            kind = constant & 0xFFFF_0000
            known = {0x7FFF_0000: ALLOW, 0x8000_0000: KILL, 0x0005_0000: errno.errorcode.get(constant & 0xFFFF)}
            return known[kind] or "?"
        if code == 0x20:
            accumulator = shown[constant]
        elif code == 0x54:
            accumulator &= constant
        elif code == 0x05:
            at += constant
        else:
            holds = {0x15: accumulator == constant, 0x25: accumulator > constant, 0x35: accumulator >= constant}[code]
            at += held if holds else not_held


@functools.cache
def written(name: str) -> tuple[list[Step], int, dict[str, int]]:
    """The filter for a machine, how the kernel calls that machine, and the numbers of its calls."""
    here = machine(name)
    return program(here, PID), here.audit, here.refused | here.unknown | here.unsupported | here.weighed


def verdict(name: str, call: str | int, *arguments: int) -> str:
    """What becomes of a call on a machine."""
    steps, audit, numbers = written(name)
    return run(steps, audit, call if isinstance(call, int) else numbers[call], arguments)


@pytest.fixture(params=MACHINES)
def name(request) -> str:
    """Both machines in turn."""
    return request.param


def test_calls_of_another_machine_kill(name):
    here = machine(name)
    assert run(program(here, PID), machine(OTHER[name]).audit, 0, ()) == KILL


def test_calls_by_the_x32_numbers_kill():
    assert verdict("x86_64", 0x4000_0000) == KILL
    assert verdict("x86_64", 0x4000_0000 + 520) == KILL


def test_calls_newer_than_the_tables_are_unknown(name):
    assert verdict(name, LAST_KNOWN) != "ENOSYS"
    assert verdict(name, LAST_KNOWN + 1) == "ENOSYS"


def test_refused_calls_are_refused_whatever_their_arguments(name):
    for arguments in ((), (PID, 1, 1, 1, 0, 1)):
        verdicts = {call: verdict(name, call, *arguments) for call in machine(name).refused}
        assert {call for call, told in verdicts.items() if told != "EPERM"} == set()


def test_calls_that_point_at_their_arguments_are_unknown(name):
    assert {verdict(name, call) for call in machine(name).unknown} == {"ENOSYS"}


def test_what_else_is_written_down_about_files_is_not_supported(name):
    assert {verdict(name, call) for call in machine(name).unsupported} == {"ENOTSUP"}


@pytest.mark.parametrize(
    ("x86_64", "aarch64"),
    [(0, 63), (1, 64), (202, 98), (10, 226), (11, 215), (28, 233), (231, 94), (217, 61), (204, 123), (228, 113)],
    ids=["read", "write", "futex", "mprotect", "munmap", "madvise", "exit_group", "getdents64", "affinity", "clock"],
)
def test_everyday_calls_are_allowed(x86_64, aarch64):
    assert verdict("x86_64", x86_64) == ALLOW
    assert verdict("aarch64", aarch64) == ALLOW


HIGH = 1 << 32  # in the half of a 32-bit argument that the kernel does not look at
BY_ARGUMENTS = {
    "a thread": ("clone", (0x3D0F00,), ALLOW),
    "a process": ("clone", (0x1200011,), "EPERM"),
    "a process that shares memory": ("clone", (0x4111,), "EPERM"),
    "a thread in a namespace of its own": ("clone", (0x3D0F00 | 0x20000,), "EPERM"),
    "a process, with high bits": ("clone", (0x1200011 | 0x10000 * HIGH,), "EPERM"),
    "a signal to itself": ("kill", (PID, 10), ALLOW),
    "a signal to another": ("kill", (PID + 1, 0), "EPERM"),
    "a signal to its group": ("kill", (0, 9), "EPERM"),
    "a signal to all": ("kill", (0xFFFF_FFFF, 9), "EPERM"),
    "a signal to a group by number": ("kill", (-PID & 0xFFFF_FFFF, 9), "EPERM"),
    "a signal to its thread": ("tgkill", (PID, 7, 10), ALLOW),
    "a signal to another's thread": ("tgkill", (PID + 1, 7, 10), "EPERM"),
    "its limits": ("prlimit64", (0, 7), ALLOW),
    "its limits by pid": ("prlimit64", (PID, 7), ALLOW),
    "another's limits": ("prlimit64", (PID + 1, 7), "EPERM"),
    "a pair of stream sockets": ("socketpair", (1, 1 | 0o2000000), ALLOW),
    "a pair of packet sockets": ("socketpair", (1, 5), ALLOW),
    "a pair that can send to a path": ("socketpair", (1, 2), "EPERM"),
    "a raw pair, which is the same": ("socketpair", (1, 3), "EPERM"),
    "a pair of another family": ("socketpair", (2, 1), "EPERM"),
    "sending on a pair": ("sendto", (5, 0x7F00, 10, 0, 0, 0), ALLOW),
    "sending to an address": ("sendto", (5, 0x7F00, 10, 0, 0x1000, 16), "EPERM"),
    "sending to an address with a low half of zero": ("sendto", (5, 0x7F00, 10, 0, 0x7F * HIGH, 16), "EPERM"),
    "reading": ("openat", (0, 0, 0o2000000), ALLOW),
    "writing": ("openat", (0, 0, 0o1101), ALLOW),
    "reading and emptying": ("openat", (0, 0, 0o1000), "EPERM"),
    "opening without access": ("openat", (0, 0, 3), "EPERM"),
    "emptying without access": ("openat", (0, 0, 0o1003), "EPERM"),
    "private memory": ("mmap", (0, 4096, 3, 0x22), ALLOW),
    "a stack": ("mmap", (0, 4096, 3, 0x20022), ALLOW),
    "a file, shared": ("mmap", (0, 4096, 3, 0x1), ALLOW),
    "shared memory": ("mmap", (0, 4096, 3, 0x21), "ENOMEM"),
    "shared memory, validated": ("mmap", (0, 4096, 3, 0x23), "ENOMEM"),
    "memory given back": ("madvise", (0, 4096, 4), ALLOW),
    "holes in shared memory": ("madvise", (0, 4096, 9), "EPERM"),
    "a stack that grows": ("mmap", (0, 4096, 3, 0x122), "ENOMEM"),
    "closing a file": ("close", (3,), ALLOW),
    "closing its input": ("close", (0,), ALLOW),
    "closing its output": ("close", (1,), "EPERM"),
    "closing its errors": ("close", (2,), "EPERM"),
    "closing its errors, with high bits": ("close", (2 | 7 * HIGH,), "EPERM"),
    "closing many": ("close_range", (3, 0xFFFF_FFFF, 0), ALLOW),
    "closing all": ("close_range", (0, 0xFFFF_FFFF, 0), "EPERM"),
    "closing from its errors on": ("close_range", (2, 2, 0), "EPERM"),
    "copying a descriptor": ("dup3", (1, 7, 0), ALLOW),
    "copying over its output": ("dup3", (7, 1, 0), "EPERM"),
    "copying over its errors": ("dup3", (7, 2, 0), "EPERM"),
    "descriptor flags": ("fcntl", (3, 2, 1), ALLOW),
    "an owner for signals": ("fcntl", (3, 8, 1), "EPERM"),
    "which signal": ("fcntl", (3, 10, 9), "EPERM"),
    "an owner by structure": ("fcntl", (3, 15, 0), "EPERM"),
    "a lease": ("fcntl", (3, 1024, 1), "EPERM"),
    "watching a folder": ("fcntl", (3, 1026, 1), "EPERM"),
    "asking whether it is a terminal": ("ioctl", (1, 0x5401), ALLOW),
    "typing into a terminal": ("ioctl", (1, 0x5412), "ENOTSUP"),
    "typing, with high bits": ("ioctl", (1, 0x5412 | HIGH), "ENOTSUP"),
    "pasting into a console": ("ioctl", (1, 0x541C), "ENOTSUP"),
    "an owner by ioctl": ("ioctl", (3, 0x8901), "ENOTSUP"),
    "a group by ioctl": ("ioctl", (3, 0x8902), "ENOTSUP"),
    "a file's flags": ("ioctl", (3, 0x40086602), "ENOTSUP"),
    "a file that shares another's blocks": ("ioctl", (3, 0x40049409), "ENOTSUP"),
    "a file's generation": ("ioctl", (3, 0x40087602), "ENOTSUP"),
    "asking its personality": ("personality", (0xFFFF_FFFF,), ALLOW),
    "setting its personality": ("personality", (0x0040000,), "EPERM"),
    "naming a thread": ("prctl", (15, 0x7F00), ALLOW),
    "outliving its parent": ("prctl", (1, 0), "EPERM"),
    "a second filter": ("prctl", (22, 2, 0x7F00), "EPERM"),
    "calls handled by itself": ("prctl", (59, 1, 0, 0, 0), "EPERM"),
    "becoming traceable": ("prctl", (4, 1), "EPERM"),
}


@pytest.mark.parametrize("case", BY_ARGUMENTS)
def test_some_calls_depend_on_their_arguments(name, case):
    call, arguments, expected = BY_ARGUMENTS[case]
    assert verdict(name, call, *arguments) == expected


def test_the_old_calls_of_x86_64_follow_the_same_rules():
    assert verdict("x86_64", "open", 0, 0) == ALLOW
    assert verdict("x86_64", "open", 0, 0o1000) == "EPERM"
    assert verdict("x86_64", "dup2", 1, 7) == ALLOW
    assert verdict("x86_64", "dup2", 7, 2) == "EPERM"


def test_each_call_that_is_weighed_has_a_rule(name):
    values = (1, 2, 3, 8, 9, 22, 0x5412, 0x21, 0o1000)
    verdicts = {call: {verdict(name, call, *[value] * 6) for value in values} for call in machine(name).weighed}
    assert {call for call, told in verdicts.items() if told == {ALLOW}} == set()


def test_the_filter_is_short_enough_for_the_kernel_and_ends_in_a_verdict(name):
    steps = program(machine(name), PID)
    assert len(steps) < 4096
    assert steps[-1][0] == 0x06
