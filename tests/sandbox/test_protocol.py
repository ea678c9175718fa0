"""What crosses the border, and what does not."""

from __future__ import annotations

import os
import struct

import msgspec
import pytest

from grader.model.answers import Compiled, Counted, Ended, Raised, Returned
from grader.model.incidents import Failure
from grader.model.questions import Arguments, Call, JitOptions, Load
from grader.model.values import Array, Fixture, Key, Mapping, Record, Scalar, Sequence
from grader.sandbox.claims import MAX_DEPTH, MAX_ELEMENTS
from grader.sandbox.protocol import (
    MAX_FRAME,
    ProtocolError,
    decode_answer,
    decode_question,
    encode,
    frame_size,
    read_frame,
    write_frame,
)

HONEST = [
    Scalar(type="float", text="nan"),
    Scalar(type="complex", text="(-0+1j)"),
    Scalar(type="int", text="-" + "9" * 400),
    Scalar(type="bool", text="True"),
    Scalar(type="none", text="None"),
    Scalar(type="str", text="anything\n"),
    Array(dtype="bfloat16", shape=(0, 3), data=b""),
    Array(dtype="bool", shape=(2,), data=b"\0\1"),
    Key(impl="threefry2x32", shape=(2,), data=bytes(16)),
    Sequence(type="tuple", items=(Scalar(type="int", text="1"), Sequence(type="list", items=()))),
    Mapping(keys=("a", 1), items=(Scalar(type="int", text="1"), Scalar(type="int", text="2"))),
    Record(name="Point", fields=("x",), items=(Scalar(type="float", text="0.1"),)),
]

FORGED = [
    Scalar(type="float", text="1.0000"),
    Scalar(type="float", text="__import__('os')"),
    Scalar(type="int", text="1_0"),
    Scalar(type="int", text="9" * 5000),
    Scalar(type="bool", text="1"),
    Scalar(type="none", text=""),
    Array(dtype="float32", shape=(3,), data=bytes(8)),
    Array(dtype="float32", shape=(-1, -1), data=bytes(4)),
    Array(dtype="float32", shape=(2**62, 2**62), data=bytes(4)),
    Array(dtype="float32", shape=(1,) * 40, data=bytes(4)),
    Array(dtype="object", shape=(1,), data=bytes(8)),
    Array(dtype="O", shape=(1,), data=bytes(8)),
    Array(dtype="bool", shape=(1,), data=b"\2"),
    Array(dtype="float32", shape=(1,), data=bytes(4), origin="numpy scalar"),
    Key(impl="mine", shape=(), data=bytes(8)),
    Key(impl="rbg", shape=(), data=bytes(8)),
    Mapping(keys=("a",), items=()),
    Mapping(keys=("a", "a"), items=(Scalar(type="int", text="1"),) * 2),
    Record(name="Point", fields=("x", "y"), items=(Scalar(type="int", text="1"),)),
    Fixture(name="secret"),
]


@pytest.mark.parametrize("value", HONEST, ids=repr)
def test_honest_values_come_back_as_they_went(value):
    answer = Counted(compilations=(), outcome=Returned(value=value))
    assert decode_answer(encode(answer)) == answer


@pytest.mark.parametrize("value", FORGED, ids=lambda value: repr(value)[:60])
def test_a_value_that_contradicts_itself_is_refused_wherever_it_is(value):
    for wrapped in (value, Sequence(type="list", items=(value,))):
        with pytest.raises(ProtocolError):
            decode_answer(encode(Counted(compilations=(), outcome=Returned(value=wrapped))))


def test_questions_come_back_as_they_went():
    load = Load(source=b"x = 1", name="a.py", function="x", jit=JitOptions(static_argnums=(1,)), shape=(2, ("n",)))
    call = Call(arguments=Arguments(positional=(Fixture(name="cost"),)), vmap=(0, None))
    assert [decode_question(encode(load)), decode_question(encode(call))] == [load, call]


def packed(*values: object) -> bytes:
    return b"".join(msgspec.msgpack.encode(value) for value in values)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"garbage",
        packed({"tag": "compiled"}, 1),
        packed({"tag": "ended", "reason": "time"}),
        packed({"tag": "load", "source": b"", "name": "", "function": "", "jit": "none"}),
        packed({"tag": "returned", "value": {"tag": "scalar", "type": "int", "text": 1}}),
        packed({"tag": "returned", "value": {"tag": "scalar", "type": "eval", "text": "1"}}),
        packed({"tag": "compiled", "more": msgspec.msgpack.Ext(1, b"x")}),
        b"\x91" * 1_000_000,
        b"\x81\xa1a" * 100_000,
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff\xa1a",
        b"\xc6\xff\xff\xff\xffabc",
        b"\xdc\xff\xff" + b"\xc0" * 10,
        b"\xdd" + struct.pack(">I", MAX_ELEMENTS + 1) + bytes(MAX_ELEMENTS + 1),
        b"\x82\xa3tag\xa8returned\xa5value\x83\xa3tag\xa6scalar\xa4type\xa3str\xa4text\xa2\xff\xfe",
    ],
    ids=lambda data: repr(data[:40]),
)
def test_bytes_that_are_no_answer_are_refused_and_nothing_else_happens(data):
    with pytest.raises(ProtocolError):
        decode_answer(data)


def test_nested_causes_are_bounded():
    failure = Failure(type="E", mro=("E",), message="")
    for _ in range(MAX_DEPTH):
        failure = Failure(type="E", mro=("E",), message="", cause=failure)
    with pytest.raises(ProtocolError, match="too deep"):
        decode_answer(encode(Raised(failure=failure)))


def test_the_grader_s_own_answer_cannot_be_sent():
    with pytest.raises(ProtocolError):
        decode_answer(msgspec.msgpack.encode(Ended(reason="exit")))


def test_a_frame_may_not_announce_more_than_the_cap():
    assert frame_size(struct.pack("<I", MAX_FRAME)) == MAX_FRAME
    with pytest.raises(ProtocolError, match="longer"):
        frame_size(struct.pack("<I", MAX_FRAME + 1))


def test_frames_pass_through_a_pipe_one_by_one():
    read_fd, write_fd = os.pipe()
    try:
        for data in (b"", b"one", encode(Compiled())):
            write_frame(write_fd, data)
        assert [read_frame(read_fd) for _ in range(3)] == [b"", b"one", encode(Compiled())]
        os.write(write_fd, b"\x05\0\0\0abc")
    finally:
        os.close(write_fd)
    with pytest.raises(ProtocolError, match="closed within"):
        read_frame(read_fd)
    assert read_frame(read_fd) is None
    os.close(read_fd)
