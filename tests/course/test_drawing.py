"""Recipes and literals become values: the same for the same seed everywhere, and always within their bounds."""

from __future__ import annotations

import hashlib

import ml_dtypes
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grader.course import arguments, draw
from grader.course.dtypes import DTYPES
from grader.course.spec_texts import read_text
from grader.model.exercise import ArraySpec, Case, KeySpec, MappingSpec, SequenceSpec, Signature
from grader.model.values import Array, Key, Mapping, Scalar, Sequence

SEED = "0123456789abcdef0123456789abcdef"


def array(text: str, seed: str = SEED, stream: str = "s") -> np.ndarray:
    value = draw(read_text(text, {}), seed, stream)
    assert isinstance(value, Array)
    return np.frombuffer(value.data, dtype=_numpy(value.dtype)).reshape(value.shape)


def _numpy(name: str) -> np.dtype:
    return np.dtype(ml_dtypes.bfloat16) if name == "bfloat16" else np.dtype(name)


@pytest.mark.parametrize("short", DTYPES)
def test_every_dtype_is_drawn_in_its_shape_and_default_bounds(short):
    drawn = array(f"{short}[40, 5]")
    assert drawn.shape == (40, 5)
    parts = np.stack([drawn.real, drawn.imag]) if DTYPES[short].kind == "complex" else drawn
    kind = DTYPES[short].kind
    low, high = {"bool": (0, 1), "int": (-10, 10), "uint": (0, 10)}.get(kind, (-1, 1))
    assert low <= parts.min() < parts.max() <= high


def test_the_same_seed_and_stream_give_the_same_bytes_on_every_machine():
    """The digest is written down, so that another NumPy or Python that drew otherwise would be noticed."""
    drawn = b"".join(array(f"{short}[7]").tobytes() for short in DTYPES)
    assert hashlib.sha256(drawn).hexdigest() == "0442eaee950307f42984f11705b6ceb48b9821cbbffe9382f7c12a7d5282d180"


def test_another_seed_or_stream_gives_other_values():
    first = array("f32[8]")
    assert not np.array_equal(first, array("f32[8]", seed=SEED[::-1]))
    assert not np.array_equal(first, array("f32[8]", stream="t"))


def test_both_bounds_of_integers_are_drawn():
    assert set(array("i32[200] in [-1, 1]").tolist()) == {-1, 0, 1}


@pytest.mark.parametrize("text", ["u64[50] in [0, 18446744073709551615]", "i64[50] in [-9223372036854775808, 0]"])
def test_the_widest_bounds_of_integers_do_not_overflow(text):
    assert len(set(array(text).tolist())) == 50


def test_the_widest_bounds_of_floats_do_not_overflow():
    assert np.isfinite(array("f64[50] in [-1.7e308, 1.7e308]")).all()


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["f16", "bf16", "f32", "f64"]),
    st.floats(-6e4, 6e4),
    st.floats(0, 10),
    st.integers(0, 2**128 - 1),
)
def test_rounding_never_leaves_the_bounds(short, low, width, seed):
    high = low + width
    inner = DTYPES[short].within(low, high)
    assume(inner[0] <= inner[1])
    spec = ArraySpec(dtype=DTYPES[short].name, shape=(20,), low=low, high=high)
    drawn = draw(spec, f"{seed:032x}", "")
    numbers = np.frombuffer(drawn.data, dtype=_numpy(drawn.dtype)).astype(np.float64)
    assert ((low <= numbers) & (numbers <= high)).all()


def test_an_empty_array_is_drawn():
    assert array("f32[0, 3]").shape == (0, 3)


def test_a_drawn_array_may_be_numpys():
    assert draw(read_text("numpy f32[2]", {}), SEED, "").origin == "numpy"


def test_a_key_is_the_one_that_jax_makes_of_the_seed():
    import jax

    mine = draw(read_text("key(4294967295)", {}), SEED, "")
    theirs = jax.random.key(4294967295)
    assert isinstance(mine, Key)
    assert mine.impl == str(jax.random.key_impl(theirs))
    assert mine.data == np.asarray(jax.random.key_data(theirs)).tobytes()


def test_a_drawn_key_depends_on_the_seed():
    assert draw(KeySpec(), SEED, "") != draw(KeySpec(), SEED[::-1], "")


def test_containers_are_drawn_part_by_part():
    spec = SequenceSpec(
        type="tuple",
        items=(KeySpec(), MappingSpec(keys=("a", 1), items=(KeySpec(), Scalar(type="int", text="1")))),
    )
    drawn = draw(spec, SEED, "")
    assert isinstance(drawn, Sequence)
    first, second = drawn.items
    assert isinstance(second, Mapping)
    assert second.keys == ("a", 1)
    assert second.items[0] != first
    assert second.items[1] == Scalar(type="int", text="1")


def test_arguments_stand_in_the_order_of_the_signature():
    one, two, three = (Scalar(type="int", text=text) for text in "123")
    case = Case(name="c", arguments={"n": three, "y": two, "x": one})
    drawn = arguments(case, Signature(name="f", positional=("x", "y"), keyword=("n",)), SEED, "")
    assert drawn.positional == (one, two)
    assert drawn.keyword == {"n": three}


def test_two_parameters_and_two_cases_are_drawn_apart():
    spec = ArraySpec(dtype="float32", shape=(4,))
    signature = Signature(name="f", positional=("x", "y"))
    first = arguments(Case(name="a", arguments={"x": spec, "y": spec}), signature, SEED)
    second = arguments(Case(name="b", arguments={"x": spec, "y": spec}), signature, SEED)
    assert len({value.data for value in first.positional + second.positional}) == 4


def numbers(text, streams=200):
    return {draw(read_text(text, {}), SEED, f"stream {number}").text for number in range(streams)}


def test_python_numbers_are_drawn_within_their_bounds_and_alike_under_a_name():
    assert numbers("int in [2, 5]") == {"2", "3", "4", "5"}
    assert all(0.5 <= float(text) <= 0.75 for text in numbers("float in [0.5, 0.75]"))
    assert len(numbers("int n in [0, 1000000]")) == len(numbers("float n in [0, 1]")) == 1
    assert numbers("int n in [0, 1000000]") != numbers("int m in [0, 1000000]")
