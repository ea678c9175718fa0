"""What a case may say of an argument, and how a slip is answered."""

from __future__ import annotations

import math
import struct

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.course.dtypes import packed
from grader.course.errors import Problems
from grader.course.specs import Names, SpecError, read_argument
from grader.course.strict_yaml import read_yaml
from grader.model.exercise import ArraySpec, KeySpec, MappingSpec, NumberSpec, SequenceSpec
from grader.model.values import Array, Fixture, Key, Mapping, Scalar, Sequence


def spec(text: str, **sizes: int):
    names = Names(sizes=sizes, fixtures=frozenset({"double"}))
    return read_argument(read_yaml(text.encode(), Problems("a.yaml")), names)


def f32(*numbers: float) -> bytes:
    return struct.pack(f"<{len(numbers)}f", *numbers)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-3", Scalar(type="int", text="-3")),
        ("1e-6", Scalar(type="float", text="1e-06")),
        (".inf", Scalar(type="float", text="inf")),
        ("-.inf", Scalar(type="float", text="-inf")),
        (".nan", Scalar(type="float", text="nan")),
        ("true", Scalar(type="bool", text="True")),
        ("null", Scalar(type="none", text="None")),
        ("{text: abc}", Scalar(type="str", text="abc")),
        ("f32[64]", ArraySpec(dtype="float32", shape=(64,))),
        ("f32[64] in [-10, 10]", ArraySpec(dtype="float32", shape=(64,), low=-10, high=10)),
        ("numpy bool[n, 2]", ArraySpec(dtype="bool", shape=(5, 2), origin="numpy")),
        ("f32[]", ArraySpec(dtype="float32", shape=())),
        ("f32[3] = 0.5", Array(dtype="float32", shape=(3,), data=f32(0.5, 0.5, 0.5))),
        ("bool[2] = true", Array(dtype="bool", shape=(2,), data=b"\1\1")),
        ("c64[1] = 1+2j", Array(dtype="complex64", shape=(1,), data=f32(1, 2))),
        ("f32(2.5)", Array(dtype="float32", shape=(), data=f32(2.5))),
        ("f32(.inf)", Array(dtype="float32", shape=(), data=f32(math.inf))),
        ("i32(-3)", Array(dtype="int32", shape=(), data=struct.pack("<i", -3))),
        ("numpy f64(2.0)", Array(dtype="float64", shape=(), data=struct.pack("<d", 2.0), origin="numpy scalar")),
        ("key", KeySpec()),
        ("int in [-2, 9]", NumberSpec(type="int", low=-2, high=9)),
        ("float rate in [0, 0.5]", NumberSpec(type="float", low=0, high=0.5, name="rate")),
        ("['int n in [1, 2]']", SequenceSpec(type="list", items=(NumberSpec(type="int", low=1, high=2, name="n"),))),
        ("key(7)", Key(impl="threefry2x32", shape=(), data=struct.pack("<2I", 0, 7))),
        ("{f32: [[1, 2], [3, 4]]}", Array(dtype="float32", shape=(2, 2), data=f32(1, 2, 3, 4))),
        ("{f32: []}", Array(dtype="float32", shape=(0,), data=b"")),
        ("{numpy i32: [1]}", Array(dtype="int32", shape=(1,), data=struct.pack("<i", 1), origin="numpy")),
        ("[1]", Sequence(type="list", items=(Scalar(type="int", text="1"),))),
        ("{tuple: []}", Sequence(type="tuple", items=())),
        ("{tuple: [key]}", SequenceSpec(type="tuple", items=(KeySpec(),))),
        (
            "{a: 1, 2: null}",
            Mapping(keys=("a", 2), items=(Scalar(type="int", text="1"), Scalar(type="none", text="None"))),
        ),
        ("{a: [key]}", MappingSpec(keys=("a",), items=(SequenceSpec(type="list", items=(KeySpec(),)),))),
        ("{fixture: double}", Fixture(name="double")),
        ("{fixture: double, arguments: [1]}", Fixture(name="double", arguments=(Scalar(type="int", text="1"),))),
    ],
)
def test_each_form_is_read(text, value):
    assert spec(text, n=5) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("float32[3]", "there is no dtype 'float32'; did you mean 'f32'?"),
        ("{float32: [1]}", "there is no dtype 'float32'; did you mean 'f32'?"),
        ("f33[3]", "there is no dtype 'f33'; did you mean 'f32'?"),
        ("f32", "did you mean 'f32[]' or 'f32[64]'?"),
        ("f32[3] in [1, 2", "did you mean one like 'f32[64] in [-10, 10]'?"),
        ("f32[3] on [1, 2]", "did you mean one like"),
        ("np f32[3]", "did you mean 'numpy f32[3]'?"),
        ("f32[m]", "the size 'm' is not known; known: n"),
        ("f32[-1]", "'-1' is no dimension"),
        ("f32[999999999999]", "takes more than 256 MiB"),
        ("f32[3] in [2, 1]", "the lower bound 2 lies above the upper one, 1"),
        ("f32[3] in [0, .inf]", "the bound '.inf' is no finite number"),
        ("f32[3] in [0.1, 0.1]", "no f32 lies between 0.1 and 0.1"),
        ("f16[3] in [0, 1e6]", "1000000.0 is too large for f16"),
        ("i8[3] in [0, 128]", "128 does not fit i8, which reaches from -128 to 127"),
        ("bool[3] in [0, 1]", "bool has no bounds"),
        ("u8(-1)", "-1 does not fit u8"),
        ("i32(2.5)", "2.5 is no whole number, which i32 needs"),
        ("f32(x)", "'x' is no number"),
        ("i32(true)", "true is no i32"),
        ("bool(1)", "write true or false"),
        ("key(-1)", "a key is written key(7)"),
        ("kay", "did you mean 'key'?"),
        ("on", "did you mean 'true'?"),
        ("inf", "did you mean '.inf'?"),
        ("-inf", "did you mean '-.inf'?"),
        ("hello", "a text is written {text: hello}"),
        ("{text: 5}", "a text is written {text: abc}"),
        ("{tuple: 5}", "a tuple is written {tuple: [1, 2]}"),
        ("{f32: [[1, 2], [3]]}", "must be equally long"),
        ("{f32: [null]}", "holds numbers only"),
        ("{1.5: 1, a: 2}", "the key 1.5 of a dict"),
        ("{fixture: duoble}", "fixtures.py defines no 'duoble'; did you mean 'double'?"),
        ("{fixture: double, args: [1]}", "a fixture has no 'args'; known: fixture, arguments"),
        ("{fixture: double, arguments: [key]}", "cannot be drawn"),
    ],
)
def test_a_slip_is_answered_with_the_nearest_form(text, message):
    with pytest.raises(SpecError) as caught:
        spec(text, n=5)
    assert message in str(caught.value)


def test_the_line_of_a_slip_within_a_list_is_its_own():
    with pytest.raises(SpecError) as caught:
        spec("- 1\n- [2,\n   'f33[1]']\n")
    assert caught.value.line == 3


@settings(max_examples=200, deadline=None)
@given(st.floats(width=32), st.sampled_from(["bf16", "f16", "f32"]))
def test_literals_round_as_numpy_rounds(number, short):
    dtype = {"bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32}[short]
    with np.errstate(over="ignore"):
        expected = np.float64(number).astype(dtype)
    if math.isfinite(number) and not np.isfinite(expected):
        with pytest.raises(ValueError, match="too large"):
            packed(number, short)
    elif not math.isnan(number):
        assert packed(number, short) == expected.tobytes()
    else:
        assert np.isnan(np.frombuffer(packed(number, short), dtype=dtype)[0])


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="numpy f32i8key[](){}=, .-+e1n", max_size=25))
def test_any_text_is_read_or_refused_with_a_sentence(text):
    try:
        read_argument(read_yaml(repr(text).encode(), Problems("a.yaml")), Names())
    except SpecError as error:
        assert str(error)  # noqa: PT017 - some inputs are right
