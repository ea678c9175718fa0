"""Large arrays beside the messages they belong to: what is believed of them, and that the worker cannot change it."""

from __future__ import annotations

import os
import socket
import struct
import sys
import threading

import pytest

from grader.model.answers import Counted, Returned
from grader.model.questions import Arguments, Call, Rehearse
from grader.model.values import Array, Mapping, Record, Scalar, Sequence
from grader.sandbox.frames import MAX_FRAME, announced, header
from grader.sandbox.line import Line
from grader.sandbox.protocol import ProtocolError, decode_answer, decode_question, encode, packed
from grader.sandbox.shared import LARGE, SHARED_SIZE, Shared, bulky, make_shared

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="files without a name are for Linux")


def array(fill: int, size: int = LARGE, **more: object) -> Array:
    return Array(dtype="uint8", shape=(size,), data=bytes([fill]) * size, **more)  # type: ignore[arg-type]


def claimed(shape: tuple[int, ...] = (LARGE,), dtype: str = "uint8") -> Array:
    """An array as a worker announces it whose bytes lie in shared memory."""
    return Array(dtype=dtype, shape=shape, data=b"")


ONE = Scalar(type="int", text="1")
NESTED = Sequence(
    type="list",
    items=(
        array(1),
        ONE,
        Mapping(keys=("a", "b"), items=(array(2, 3 * LARGE + 5), array(3, LARGE - 1))),
        Record(name="P", fields=("x",), items=(Sequence(type="tuple", items=(array(4), array(5, 0))),)),
    ),
)


@pytest.fixture
def ends():
    """The memory as the grader and as the worker has it."""
    fd = make_shared()
    made = Shared(fd), Shared(fd)
    os.close(fd)
    yield made
    for shared in made:
        shared.close()


def test_the_memory_can_neither_grow_nor_shrink_nor_be_sealed_further_nor_opened_by_others():
    import fcntl

    fd = make_shared()
    try:
        for size in (0, SHARED_SIZE - 1, SHARED_SIZE + 1):
            with pytest.raises(PermissionError):
                os.ftruncate(fd, size)
        with pytest.raises(PermissionError):
            fcntl.fcntl(fd, fcntl.F_ADD_SEALS, fcntl.F_SEAL_WRITE)
        with pytest.raises(PermissionError):
            os.pwrite(fd, b"x", SHARED_SIZE)
        assert os.fstat(fd).st_mode & 0o777 == 0
        assert os.fstat(fd).st_blocks == 0
    finally:
        os.close(fd)


@pytest.mark.parametrize("value", [array(7), NESTED, array(1, LARGE - 1)], ids=["one", "nested", "small"])
def test_values_come_back_as_they_went(ends, value):
    ours, theirs = ends
    answer = Counted(compilations=(), outcome=Returned(value=value))
    data, parts = packed(bulky(answer))
    memory = bytearray(theirs.write(parts))
    assert len(data) < 2 * LARGE
    ours.copy(memoryview(memory))
    assert decode_answer(data, memoryview(memory)) == answer


def test_questions_come_back_as_they_went_wherever_arrays_are_in_them(ends):
    ours, theirs = ends
    one = Arguments(positional=(array(1), ONE), keyword={"y": array(2), "z": NESTED})
    for question in (Call(arguments=one), Rehearse(calls=(one, Arguments(positional=(array(9),))))):
        data, parts = packed(bulky(question))
        assert decode_question(data, theirs.look(ours.write(parts))) == question


def test_what_a_question_is_called_by_does_not_depend_on_how_it_travels():
    question = Call(arguments=Arguments(positional=(NESTED,)))
    assert encode(bulky(question)) == packed(bulky(question), lodging=False)[0] == encode(question)


def test_what_the_memory_has_no_room_for_stays_in_the_message():
    large = Array(dtype="uint8", shape=(40 << 20,), data=bytes(40 << 20))
    data, parts = packed(bulky(Returned(value=Sequence(type="tuple", items=(large, large, array(1))))))
    assert [len(part) for part in parts] == [40 << 20, LARGE]
    assert len(data) > 40 << 20


def test_no_array_lies_where_jax_would_take_the_memory_for_its_own(ends):
    import numpy as np

    ours, theirs = ends
    data, parts = packed(bulky(Call(arguments=Arguments(positional=(array(1), array(2, LARGE + 7), array(3))))))
    placed = decode_question(data, theirs.look(ours.write(parts))).arguments.positional
    starts = [np.frombuffer(one.data, np.uint8).__array_interface__["data"][0] for one in placed]
    assert [start % 64 for start in starts] == [16, 16, 16]


@pytest.mark.parametrize(
    "value",
    [
        claimed((LARGE + 1,)),
        claimed((LARGE - 1,)),
        claimed((2 * LARGE,)),
        claimed((LARGE // 2,)),
        claimed((-1, -LARGE)),
        claimed((2**62, 2**62)),
        claimed((2**63 - 1,) * 32),
        claimed((1,) * 32 + (LARGE,)),
        claimed((2**62,) * 100_000),
        claimed(dtype="object"),
        claimed((0, LARGE)),
        ONE,
        array(1),
        Sequence(type="tuple", items=(claimed(), claimed())),
        Sequence(type="tuple", items=(claimed(), claimed((0,)), claimed((LARGE * 2,)))),
    ],
    ids=lambda value: repr(value)[:70],
)
def test_arrays_that_do_not_fit_the_memory_exactly_are_refused(value):
    with pytest.raises(ProtocolError):
        decode_answer(encode(Returned(value=value)), memoryview(bytes(16 + LARGE)))


def test_an_array_without_bytes_needs_memory():
    with pytest.raises(ProtocolError):
        decode_answer(encode(Returned(value=claimed())))


def test_values_in_memory_are_held_against_their_type_as_well():
    with pytest.raises(ProtocolError, match="bool"):
        decode_answer(encode(Returned(value=claimed(dtype="bool"))), memoryview(b"\2" * (16 + LARGE)))


@pytest.mark.parametrize(
    "head", [header(1, SHARED_SIZE + 1), header(1, 0xFFFF_FFFF), header(MAX_FRAME + 1, 1), b"\xff" * 8], ids=repr
)
def test_nothing_can_be_announced_outside_the_memory(ends, head):
    assert announced(header(1, SHARED_SIZE), ends[0]) == (1, SHARED_SIZE)
    with pytest.raises(ProtocolError):
        announced(head, ends[0])


def test_nothing_can_be_announced_where_there_is_no_memory():
    with pytest.raises(ProtocolError):
        announced(header(1, 1), None)


@pytest.fixture
def line(ends):
    """The grader's line with a question out, and the worker's socket."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        made = Line(ours, ends[0])
        made.begin(b"question")
        theirs.recv(100)
        yield made, theirs


def test_an_answer_stays_what_it_was_when_it_came(ends, line):
    grader, worker = line
    lodged = ends[1].write([b"a" * LARGE])
    worker.sendall(header(6, lodged) + b"answer")
    grader.pull()
    ends[1].write([b"b" * LARGE])
    assert bytes(grader.answer) == b"answer"
    assert bytes(grader.memory[16:]) == b"a" * LARGE
    assert grader.started < grader.stopped


def test_memory_is_copied_when_the_rest_of_an_answer_is_there_and_not_before(ends, line):
    grader, worker = line
    for byte in header(6, 16 + LARGE) + b"answe":
        worker.sendall(bytes([byte]))
        grader.pull()
        assert not grader.settled
    ends[1].write([b"late" * (LARGE // 4)])
    worker.sendall(b"r")
    grader.pull()
    assert bytes(grader.memory[16:20]) == b"late"


def test_the_next_question_is_written_only_when_it_is_asked(ends, line):
    grader, worker = line
    lodged = ends[1].write([b"a" * LARGE])
    worker.sendall(header(1, lodged) + b"x")
    grader.pull()
    before = bytes(ends[1].look(16 + LARGE))
    grader.begin(b"next", [b"b" * LARGE])
    assert before[16:] == b"a" * LARGE
    assert bytes(ends[1].look(16 + LARGE)[16:]) == b"b" * LARGE
    assert struct.unpack("<II", worker.recv(8)) == (4 | 1 << 31, 16 + LARGE)


def test_a_small_answer_after_a_large_one_has_no_memory(ends, line):
    grader, worker = line
    worker.sendall(header(1, ends[1].write([b"a" * LARGE])) + b"x")
    grader.pull()
    grader.begin(b"next")
    worker.sendall(header(1) + b"y")
    grader.pull()
    assert (bytes(grader.answer), bytes(grader.memory)) == (b"y", b"")


def test_announcing_what_is_not_there_is_a_fault(line):
    grader, worker = line
    worker.sendall(header(1, SHARED_SIZE + 1) + b"x")
    grader.pull()
    assert "memory" in grader.fault


def test_writing_while_the_grader_copies_gives_some_bytes_and_no_more(ends):
    ours, theirs = ends
    done = threading.Event()

    def scribble() -> None:
        while not done.is_set():
            theirs.write([b"b" * LARGE * 16])
            theirs.write([b"a" * LARGE * 16])

    other = threading.Thread(target=scribble)
    other.start()
    try:
        answer = encode(Returned(value=claimed((LARGE * 16,))))
        for _ in range(20):
            memory = bytearray(16 + LARGE * 16)
            ours.copy(memoryview(memory))
            first, second = (decode_answer(answer, memoryview(memory)) for _ in range(2))
            assert first == second
            assert set(first.value.data) <= set(b"ab\0")
    finally:
        done.set()
        other.join()
