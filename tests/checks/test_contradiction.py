"""A right result is held against what its program gives."""

import numpy as np
import pytest

from grader.checks.comparison import Tolerance
from grader.checks.contradiction import contradiction
from grader.model import testimony
from grader.model.values import Array, Scalar, Sequence


def array(numbers):
    """An array of jax as plain data."""
    return Array(dtype=numbers.dtype.name, shape=numbers.shape, data=numbers.tobytes())


TWO = array(np.float32([1, 2]))
THREE = Scalar(type="float", text="3.0")


@pytest.mark.parametrize("kind", ["reference", "none"])
def test_where_no_program_was_run_nothing_speaks_against_a_result(kind):
    assert contradiction(testimony.Testimony(kind=kind), TWO, TWO, Tolerance()) is None


def test_a_program_that_gives_the_same_agrees():
    assert contradiction(testimony.Testimony(kind="result", value=TWO), TWO, TWO, Tolerance()) is None


def test_a_program_may_differ_within_the_tolerance():
    near = array(np.float32([1, 2.001]))
    assert contradiction(testimony.Testimony(kind="result", value=near), TWO, TWO, Tolerance(rtol=1e-2)) is None


def test_a_python_number_is_an_array_in_a_program():
    given = testimony.Testimony(kind="result", value=array(np.float32([3])[0]))
    assert contradiction(given, THREE, THREE, Tolerance()) is None


def test_a_program_that_gives_another_value_refutes_the_result():
    found = contradiction(testimony.Testimony(kind="result", value=array(np.float32([1, 777]))), TWO, TWO, Tolerance())
    assert "777" in found.words
    assert "777" not in found.neutral


def test_only_of_a_jitted_function_it_is_said_that_it_has_a_program_of_its_own():
    given = testimony.Testimony(kind="result", value=array(np.float32([1, 777])))
    jitted, plain = (contradiction(given, TWO, TWO, Tolerance(), jitted=jitted) for jitted in (True, False))
    assert "The values of a jitted function must come from its program" in jitted.words
    assert "The function itself is not jitted" in plain.words
    assert "jitted function" not in plain.words


def test_a_program_that_gives_another_type_refutes_the_result():
    half = array(np.float16([1, 2]))
    found = contradiction(testimony.Testimony(kind="result", value=half), TWO, TWO, Tolerance())
    assert "float16" in found.words


def test_a_program_that_gives_another_structure_refutes_the_result():
    found = contradiction(
        testimony.Testimony(kind="result", value=Sequence(type="tuple", items=(TWO, TWO))), TWO, TWO, Tolerance()
    )
    assert "another" in found.words


@pytest.mark.parametrize("kind", ["host", "refused"])
def test_work_outside_the_program_refutes_the_result(kind):
    assert (
        "pure_callback"
        in contradiction(testimony.Testimony(kind=kind, words="pure_callback"), TWO, TWO, Tolerance()).words
    )
