"""The numbers of system calls are those of the kernel's own headers."""

from __future__ import annotations

import errno
import re
from pathlib import Path

import pytest

from grader.worker.confinement.syscalls import LAST_KNOWN, machine

HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}


def named(name: str) -> dict[str, int]:
    """All calls a machine's tables name."""
    here = machine(name)
    return here.refused | here.unknown | here.unsupported | here.weighed


@pytest.mark.parametrize("name", HEADERS)
def test_numbers_agree_with_the_headers(name):
    if not HEADERS[name].exists():
        pytest.skip("the kernel's headers are not installed")
    found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", HEADERS[name].read_text(encoding="utf-8"))
    header = {call: int(number) for call, number in found}
    ours = named(name)
    assert len(ours.keys() & header.keys()) > 100
    assert {call: number for call, number in ours.items() if header.get(call, number) != number} == {}
    newer = max(header.values())
    assert {call for call in ours.keys() - header.keys() if ours[call] <= newer} == set()


@pytest.mark.parametrize("name", HEADERS)
def test_a_call_stands_in_one_table_only(name):
    here = machine(name)
    numbers = [*here.refused.values(), *here.unknown.values(), *here.unsupported.values(), *here.weighed.values()]
    assert len(numbers) == len(set(numbers)) == len(named(name))


@pytest.mark.parametrize("name", HEADERS)
def test_no_named_call_is_newer_than_the_last_known(name):
    assert max(named(name).values()) <= LAST_KNOWN


def test_a_machine_without_tables_is_an_error():
    with pytest.raises(OSError, match="no table of system calls for riscv64") as caught:
        machine("riscv64")
    assert caught.value.errno == errno.ENOSYS
