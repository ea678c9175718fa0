"""Two results are the same up to rounding; arguments are given anew to each call."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

from grader.worker.purity.calling import Given, agree, values


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (1.0, 1.0 + 1e-6, True),
        (1.0, 1.1, False),
        (np.array([1e6, 0.0]), np.array([1e6, 1e-2]), True),
        (float("nan"), float("nan"), True),
        (float("nan"), 1.0, False),
        (float("inf"), float("inf"), True),
        (7, 8, True),
        (7, 9, False),
        (True, False, True),
        ([1.0, 2.0], [1.0], False),
        (np.ones(2), np.ones(3), False),
        (np.zeros(0), np.zeros(0), True),
        (jnp.bfloat16(1.0), jnp.bfloat16(1.03), True),
        (1j, 1j + 1, False),
    ],
)
def test_results_agree_up_to_rounding(left, right, same):
    assert agree(values(left), values(right), rtol=1e-4) is same


def test_each_call_gets_containers_and_numpy_arrays_of_its_own():
    given = Given(lambda xs: xs, ([np.zeros(2), {"k": 1}],), {})
    (first,), _ = given.again()
    first[0][0] = 1
    first[1]["k"] = 2
    first.append(3)
    (second,), _ = given.again()
    assert (second[0].tolist(), second[1:]) == ([0.0, 0.0], [{"k": 1}])


def test_a_deleted_array_is_made_again():
    array = jnp.arange(3.0)
    given = Given(lambda x: x, (array,), {})
    array.delete()
    (again,), _ = given.again()
    assert again.tolist() == [0.0, 1.0, 2.0]


def test_arguments_go_by_the_names_of_the_students_parameters():
    def function(x, y, *, n):
        return x + y + n

    given = Given(function, (1, 2), {"n": 3})
    assert given.named((1, 2), {"n": 3}) == {"x": 1, "y": 2, "n": 3}
