"""What is kept of a worker's output."""

from __future__ import annotations

import pytest

from grader.sandbox.compilelog import CompileLines
from grader.sandbox.output import Output

COMPILED = (
    b"I1129 15:15:36.246009    8621 cpu_compiler.cc:2094] Compiling [jit_f] for CPU using JIT time: 23.3 ms "
    b"(23287 us) (cumulative: 107 ms, max: 28.8 ms, #called: 5)\n"
)
CHATTER = (
    b"WARNING: All log messages before absl::InitializeLog() is called are written to STDERR\n"
    b"I1129 15:15:36.030390    8612 pjrt_client.cc:579] PjRt-IFRT device count: total=1, addressable=1\n"
    b"I1129 15:15:36.077446    8621 cpu_compiler.cc:1269] Running HLO passes on [jit_f] for CPU (#called: 9)\n"
    b"I1129 15:15:36.077512    8621 cpu_compiler.cc:2091] Compiling: jit_f\n"
    b"WARNING:2026-01-01 10:00:00,000:jax._src.xla_bridge:794: An NVIDIA GPU may be present\n"
)


def fed(most: int, *parts: bytes) -> tuple[Output, CompileLines]:
    lines = CompileLines()
    output = Output(most, lines.read)
    for part in parts:
        output.feed(part)
    return output, lines


@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_library_lines_are_taken_out_and_compilations_told_however_the_bytes_arrive(size):
    data = b"hello\n" + CHATTER + b"half a line" + COMPILED + b"\xc3\xa9nd"
    output, lines = fed(1 << 20, *(data[at : at + size] for at in range(0, len(data), size)))
    assert output.text == "hello\nhalf a lineénd"
    assert list(lines.latest) == [(5, "jit_f")]


def test_of_a_flood_the_first_and_last_part_are_kept_and_the_rest_counted():
    output, _ = fed(1000, *(f"{number:07d}\n".encode() for number in range(100_000)))
    head, gap, tail = output.text.split("…")
    assert head.startswith("0000000\n")
    assert tail.endswith("0099999\n")
    assert gap.strip() == f"{800_000 - 1000} bytes left out"


def test_a_compilation_is_told_from_the_midst_of_a_flood():
    flood = b"x" * 100_000
    _, lines = fed(100, flood, b"\n", COMPILED, flood)
    assert lines.count == 1


@pytest.mark.parametrize("at", [1, 30, 100, len(COMPILED) - 1])
def test_a_compilation_is_told_though_it_arrives_in_two_parts_after_a_line_without_an_end(at):
    output, lines = fed(1 << 20, b"x" * 20_000 + COMPILED[:at], COMPILED[at:])
    assert lines.count == 1
    assert output.text == "x" * 20_000


def test_a_line_without_an_end_is_not_gathered_for_ever():
    output, _ = fed(100, *[b"x" * 1000] * 1000)
    assert output.total == 1_000_000
    assert len(output.text) < 20_000
