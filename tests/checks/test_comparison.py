"""What counts as the same value, and what is said where it is not."""

import numpy as np
import pytest

from grader.checks.comparison import Tolerance, difference
from grader.model.values import Array, Record, Scalar, Sequence


@pytest.fixture
def differ(doubles):
    def differ(expected, got, **tolerance):
        return difference(doubles.value(expected), doubles.value(got), Tolerance(**tolerance))

    return differ


def test_equal_arrays_do_not_differ(differ):
    assert differ(np.float32([1, 2]), np.float32([1, 2])) is None


def test_rounding_within_the_dtypes_tolerance_is_no_difference(differ):
    assert differ(np.float32([1.0]), np.float32([1.000004])) is None


def test_the_same_rounding_is_a_difference_in_double_precision(differ):
    assert differ(np.float64([1.0]), np.float64([1.000004])).kind == "value"


def test_nan_equals_nan_where_the_reference_has_it(differ):
    assert differ(np.float32([1, np.nan]), np.float32([1, np.nan])) is None


@pytest.mark.parametrize("pair", [([1.0], [np.nan]), ([np.nan], [1.0])])
def test_nan_on_one_side_only_is_a_difference(differ, pair):
    assert differ(np.float32(pair[0]), np.float32(pair[1])).kind == "nan"


def test_infinity_equals_only_the_same_infinity(differ):
    assert differ(np.float32([np.inf]), np.float32([np.inf])) is None
    assert differ(np.float32([np.inf]), np.float32([-np.inf])).kind == "value"
    assert differ(np.float32([np.inf]), np.float32([3e38])).kind == "value"
    assert differ(np.float32([3e38]), np.float32([np.inf])).kind == "value"


def test_integers_have_no_tolerance(differ):
    assert differ(np.int32([1_000_000]), np.int32([1_000_001])).kind == "value"


def test_large_integers_are_compared_exactly(differ):
    assert differ(np.int64([2**62]), np.int64([2**62 + 1])).kind == "value"
    assert differ(Scalar(type="int", text=str(10**30)), Scalar(type="int", text=str(10**30 + 1))).kind == "value"
    assert differ(Scalar(type="int", text=str(10**30)), Scalar(type="int", text=str(10**30))) is None


def test_the_entry_furthest_off_is_told_with_its_index(differ):
    found = differ(np.float32([[1, 2], [3, 4]]), np.float32([[1, 2.5], [3, 9]]))
    assert found.words == "expected 4, got 9 at index [1, 1] (2 of 4 entries differ)"


def test_the_neutral_words_tell_no_value(differ):
    assert not set("4957") & set(differ(np.float32([4, 5]), np.float32([9, 7])).neutral)


def test_shapes_are_told(differ):
    found = differ(np.zeros(3, np.float32), np.zeros((3, 1), np.float32))
    assert found.kind == "shape"
    assert found.words == "expected shape [3], got shape [3, 1]"


def test_another_dtype_is_a_difference(differ):
    assert differ(np.int32([1]), np.float32([1])).kind == "dtype"


def test_the_64_bit_twin_is_accepted_only_where_x64_is_on(differ):
    assert differ(np.float32([1]), np.float64([1]), x64=True) is None
    assert differ(np.float32([1]), np.float64([1])).kind == "dtype"
    assert differ(np.int32([1]), np.float64([1]), x64=True).kind == "dtype"
    assert differ(np.float32([1]), np.float64([1]), x64=True, dtype="exact").kind == "dtype"


def test_dtype_any_looks_at_values_only(differ):
    assert differ(True, np.int32(1), dtype="any") is None  # noqa: FBT003 - the value under test


def test_a_python_float_asked_is_not_an_array(differ):
    assert differ(2.0, np.float32(2)).kind == "dtype"
    assert differ(2.0, 2.0) is None
    assert differ(2.0, 2).kind == "dtype"


def test_a_tuple_is_not_a_list_but_a_namedtuple_is_a_tuple(doubles, differ):
    one = doubles.value(np.float32(1))
    pair = Sequence(type="tuple", items=(one, one))
    assert differ(pair, Sequence(type="list", items=(one, one))).kind == "structure"
    assert differ(pair, Record(name="P", fields=("a", "b"), items=(one, one))) is None


def test_a_missing_output_is_named(differ):
    found = differ((np.float32(1), np.float32(2)), (np.float32(1),))
    assert found.words == "expected a tuple of 2, got a tuple of 1"


def test_the_part_that_differs_is_named(differ):
    found = differ((np.float32(1), [np.float32(2)]), (np.float32(1), [np.float32(3)]))
    assert found.where == "[1][0]"


def test_weak_types_are_looked_at_only_where_asked(doubles):
    strong = doubles.value(np.float32(1))
    weak = Array(dtype=strong.dtype, shape=(), data=strong.data, weak=True)
    assert difference(strong, weak, Tolerance()) is None
    assert difference(strong, weak, Tolerance(weak_type=True)).kind == "weak type"


def test_bfloat16_is_compared_by_its_own_tolerance(doubles):
    import ml_dtypes

    left = doubles.value(np.asarray([1.0], ml_dtypes.bfloat16))
    right = doubles.value(np.asarray([1.0078125], ml_dtypes.bfloat16))
    assert left.dtype == "bfloat16"
    assert difference(left, right, Tolerance()) is None
    assert difference(left, right, Tolerance(exact=True)).kind == "value"


@pytest.mark.parametrize("expected", [np.float32([2.0]), np.float64([2.0]), 2.0])
def test_half_precision_buys_no_room_where_the_result_has_more(doubles, expected):
    expected = doubles.value(expected) if isinstance(expected, np.ndarray) else Scalar(type="float", text="2.0")
    got = np.float16([2.002]) if isinstance(expected, Array) else np.float16(2.002)
    assert difference(expected, doubles.value(got), Tolerance(dtype="any")).kind == "value"
