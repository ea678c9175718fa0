"""Differences of a known shape: told where it explains all of them, and nowhere else."""

import itertools

import numpy as np
import pytest

from grader.checks.differences import Compared, known_shape
from grader.checks.leaves import Tolerance
from grader.model.values import Array, Scalar, Sequence

TABLE = np.arange(1, 13, dtype=np.float32).reshape(3, 4) ** 2
ROW = TABLE.ravel()


def value(thing):
    """A plain value of a number, a text, an array or a tuple."""
    if isinstance(thing, tuple | list):
        return Sequence(type=type(thing).__name__, items=tuple(map(value, thing)))
    if isinstance(thing, np.ndarray | np.generic):
        return Array(dtype=str(thing.dtype), shape=np.shape(thing), data=thing.tobytes())
    if isinstance(thing, str):
        return Scalar(type="str", text=thing)
    return Scalar(type=type(thing).__name__.replace("NoneType", "none"), text=repr(thing))


def told(*pairs, arguments=({},) * 9):
    """What is said of pairs of expected and got; "" where nothing is."""
    cases = [
        Compared(name=f"case {number}", arguments=given, expected=value(expected), got=value(got))
        for number, ((expected, got), given) in enumerate(zip(pairs, arguments, strict=False))
    ]
    found = known_shape(cases, Tolerance())
    return found.words or found.hint if found else ""


SHAPES = {
    "transposed": (TABLE, np.ascontiguousarray(TABLE.T), "transposed"),
    "moved on": (ROW, np.concatenate([ROW[:1] * 0, ROW[:-1]]), "moved on by one place"),
    "moved back": (ROW, np.concatenate([ROW[1:], ROW[:1]]), "moved back by one place"),
    "back to front": (ROW, ROW[::-1].copy(), "back to front"),
    "opposite sign": (ROW, -ROW, "opposite sign"),
    "factor": (ROW, ROW * 2, "2 times"),
    "another dtype": (ROW.astype(np.int32), ROW, "The values are right"),
    "too large": (ROW, ROW + 1, "1 too large"),
    "rounded down": (ROW + np.float32(0.75), ROW, "rounded down"),
    "all nan": (ROW, ROW * np.float32("nan"), "nan"),
    "all zero": (ROW, ROW * 0, "is 0"),
    "clamped": (ROW, np.append(ROW[:-1], ROW[-2]), "repeats the one before it"),
    "last one alone": (ROW, np.append(ROW[:-1], ROW[-1] + 7), "Only the last entry differs"),
    "without its last": (ROW, ROW[:-1], "without its last entry"),
    "squared up": (ROW, np.outer(ROW, ROW), "each pair of entries"),
    "not reduced": (ROW.sum(), ROW, "the sum of yours"),
    "an axis too many": (ROW, ROW[:, None], "another shape"),
    "wrapped": (np.array([2.0**33, 5.0]), np.array([0, 5], np.int32), "wraps round"),
    "comma": (ROW, (ROW,), "one item of the tuple is right"),
    "other order": ((ROW, TABLE), (TABLE, ROW), "another order"),
    "list for a tuple": ((ROW, TABLE), [ROW, TABLE], "The parts are right"),
    "wrong axis": (TABLE / TABLE.sum(1, keepdims=True), TABLE / TABLE.sum(0), "Each column"),
    "None": (ROW, None, "`return`"),
}


WEAK = Array(dtype="float32", shape=(), data=np.float32(2.5).tobytes(), weak=True)
STRONG = Array(dtype="float32", shape=(), data=np.float32(2.5).tobytes())
NUMPY = Array(dtype="float64", shape=(), data=np.float64(2.5).tobytes(), origin="numpy")
CONVERSIONS = {
    "a Python float": (2.5, np.float32(2.5), "`float(…)` makes a Python float of it, outside of what is jitted"),
    "a Python int of a float": (2, 2.0, "`int(…)` makes a Python int of it."),
    "a Python bool": (True, np.bool_(1), "`bool(…)`"),
    "in a tuple": ((2.5, ROW), (np.float32(2.5), ROW), "`float(…)`"),
    "an integer array": (ROW.astype(np.int32), ROW, "`y.astype(jnp.int32)` converts"),
    "truths": (ROW > 3, (ROW > 3).astype(np.int32), "`y.astype(jnp.bool_)`"),
    "an array for a number": (np.float32(2.5), 2.5, "`jnp.asarray(y, dtype=jnp.float32)`"),
    "a NumPy array": (NUMPY, STRONG, "`np.asarray(y, dtype=np.float64)`"),
    "a strong type": (STRONG, WEAK, "A stated dtype makes a type strong"),
    "a weak type": (WEAK, STRONG, "leave out what states a dtype"),
}


@pytest.mark.parametrize(("expected", "got", "hint"), CONVERSIONS.values(), ids=CONVERSIONS)
def test_conversion_fits_what_is_asked_for(expected, got, hint):
    expected, got = (one if isinstance(one, Array) else value(one) for one in (expected, got))
    case = Compared(name="case", arguments={}, expected=expected, got=got)
    found = known_shape([case], Tolerance(dtype="exact", weak_type=True, x64=expected is NUMPY))
    assert found is not None
    assert hint in found.hint


@pytest.mark.parametrize(("expected", "got", "words"), SHAPES.values(), ids=SHAPES)
def test_shape_is_told(expected, got, words):
    assert words in told((expected, got))


def test_shape_that_one_case_does_not_follow_is_not_told():
    assert told((ROW, ROW * 2), (ROW, ROW * 3)) == ""


def test_end_that_is_not_finite_is_no_matter_of_a_range():
    case = Compared(name="case", arguments={}, expected=value(ROW), got=value(np.append(ROW[:-1], np.float32("inf"))))
    found = known_shape([case], Tolerance())
    assert found is not None
    assert "range" not in found.hint
    assert "too large for its type" in found.hint


def test_what_one_number_alone_would_follow_is_not_told():
    assert told((np.float32(3.0), np.float32(6.0))) == ""


def test_result_of_an_earlier_case_is_known_again():
    given = [{"x": value(1)}, {"x": value(2)}]
    assert "for case `case 0`" in told((ROW, ROW), (ROW**2 + ROW, ROW), arguments=given)


def test_argument_that_comes_back_is_told():
    assert "argument `x`" in told((ROW**2 + 1, ROW), arguments=[{"x": value(ROW)}])


def test_small_number_that_an_argument_happens_to_be_is_no_argument_that_came_back():
    assert told((2, 1), arguments=[{"n": value(1.0)}]) == ""
    assert "argument `n`" in told((2, 1), (5, 2), arguments=[{"n": value(1.0)}, {"n": value(2.0)}])
    assert "argument `n`" in told((-7, 7), arguments=[{"n": value(7.0)}])


def test_nothing_is_said_of_right_numbers_in_a_container_within_another():
    assert told((((ROW,), TABLE), ([ROW], TABLE))) == ""


def test_any_two_values_can_be_looked_at():
    things = [ROW, TABLE, ROW[:0], ROW.astype(np.int32), ROW > 3, ROW.astype(np.complex64), np.float32(2.0), 3, 1 << 70]
    things += [2.5, 1j, True, None, (ROW, 1), (), np.array(4, np.uint8), np.full(3, np.nan, np.float32), "text"]
    for expected, got in itertools.product(things, things):
        told((expected, got), (got, expected))
        told((expected, got), (expected, expected))
