"""Where numbers of a call are lost is told by its primitive, line and operands, whatever the code looks like."""

from __future__ import annotations

import numpy as np
import pytest

from grader.model.answers import Diagnosed
from grader.model.questions import Arguments, Diagnose

HEAD = "import jax, jax.numpy as jnp, numpy as np\n"
ZEROS, TWO = [0.0, 0.0, 0.0], [1.25, 2.5]
VALUES = {
    "a product": ("def f(x):\n  return jnp.sum(x * x)", [100000, 3], ("wraps", "mul", 3)),
    "a sum of a range": ("def f(x):\n  return jnp.sum(jnp.arange(100000)) + x[0]", [1], ("wraps", "reduce_sum", 3)),
    "a power": ("def f(x):\n  return x ** jnp.array([12, 2])", [10, 3], ("wraps", "mul", 3)),
    "a power that fits": ("def f(x):\n  return x ** jnp.array([3, 2])", [10, 3], None),
    "a factorial in a loop": (
        "def f(x):\n  def body(i, a):\n    return a * i\n  return 1 / jax.lax.fori_loop(1, x[0] + 1, body, 1)",
        [40],
        ("wraps", "mul", 4),
    ),
    "a cumulative product": ("def f(x):\n  return jnp.cumprod(x)", list(range(1, 16)), ("wraps", "cumprod", 3)),
    "unsigned, below 0": ("def f(x):\n  return x.astype(jnp.uint8) - 5", [2], ("wraps", "sub", 3)),
    "a narrow type": ("def f(x):\n  return x.astype(jnp.int8)", [200], ("wraps", "convert_element_type", 3)),
    "a product that is not taken": ("def f(x):\n  return jnp.where(x < 9, x * x, 0)", [100000, 3], None),
    "0 / 0": ("def f(x):\n  n = jnp.linalg.norm(x)\n  return x / n", ZEROS, ("nan", "div", 4)),
    "too large an exponential": ("def f(x):\n  e = jnp.exp(x)\n  return e / e", [200.0], ("infinite", "exp", 3)),
    "an index beyond the end": ("def f(x):\n  i = jnp.arange(2) + 1\n  return x[i]", TWO, ("index", "gather", 4)),
    "no fault": ("def f(x):\n  return jax.random.uniform(jax.random.key(0)) * x", TWO, None),
}
GRADIENTS = {
    "a norm": ("def f(x):\n  return jnp.linalg.norm(x)", ZEROS, ("steep", "sqrt", 3)),
    "a power": ("def f(x):\n  return x ** 0.5", ZEROS, ("steep", "pow", 3)),
    "an angle": ("def f(x):\n  return jnp.arctan2(x[0], x[1])", ZEROS, ("steep", "atan2", 3)),
    "a choice": ("def f(x):\n  y = jnp.sqrt(x)\n  return jnp.where(x > 0, y, 0)", ZEROS, ("steep", "sqrt", 3)),
    "equal numbers": ("def f(x):\n  return jnp.std(x)", [1.0, 1.0], ("steep", "sqrt", 3)),
    "in a jitted helper": (
        "@jax.jit\ndef g(x):\n  return jnp.sqrt(x)\ndef f(x):\n  return g(x)",
        ZEROS,
        ("steep", "sqrt", 4),
    ),
    "in a loop": (
        "def f(x):\n  def step(c, r):\n    return jnp.sqrt(c + r), None\n  return jax.lax.scan(step, 0., x)[0]",
        ZEROS,
        ("steep", "sqrt", 4),
    ),
    "in a branch": (
        "def f(x):\n  return jax.lax.cond(x[0] > 0, jnp.sum, lambda v: jnp.sum(jnp.arccos(v)), x + 1)",
        ZEROS,
        ("steep", "acos", 3),
    ),
    "rounded": ("def f(x):\n  return jnp.round(x) * 2", TWO, ("flat", "round", 3)),
    "compared": ("def f(x):\n  over = x > 2\n  return over.astype(jnp.float32)", TWO, ("flat", "gt", 3)),
    "whole numbers": ("def f(x):\n  n = x.astype(int)\n  return n * 0.5", TWO, ("flat", "convert_element_type", 3)),
    "a place": ("def f(x):\n  return jnp.argmax(x) * 1.0", TWO, ("flat", "argmax", 3)),
    "stopped": ("def f(x):\n  return jax.lax.stop_gradient(x) ** 2", TWO, ("flat", "stop_gradient", 3)),
    "not used": ("def f(x):\n  return jnp.ones(3)", TWO, ("constant", "", None)),
    "stopped in part": ("def f(x):\n  return x * jax.lax.stop_gradient(x)", TWO, ("partly", "stop_gradient", 3)),
    "stopped by jax itself": ("def f(x):\n  return jax.nn.logsumexp(x)", TWO, None),
    "a mask": ("def f(x):\n  return x * (x > 2).astype(x.dtype)", TWO, None),
    "both sides harmless": (
        "def f(x):\n  return jnp.where(x > 0, jnp.sqrt(jnp.where(x > 0, x, 1)), 0)",
        [4.0, 0.0],
        None,
    ),
}


def faults(worker, array, source, numbers, gradient=None):
    kind = "int32" if isinstance(numbers[0], int) else "float32"
    worker.load(HEAD + source, jit={})
    answer = worker.ask(Diagnose(arguments=Arguments(positional=(array(numbers, kind),)), gradient=gradient))
    assert isinstance(answer, Diagnosed), answer
    return [(one.kind, one.primitive, one.line) for one in answer.faults]


@pytest.mark.parametrize(("source", "numbers", "fault"), VALUES.values(), ids=VALUES)
def test_operation_at_which_a_value_is_lost(worker, array, source, numbers, fault):
    assert (faults(worker, array, source, numbers) or [None])[0] == fault


@pytest.mark.parametrize(("source", "numbers", "fault"), GRADIENTS.values(), ids=GRADIENTS)
def test_operation_at_which_a_derivative_is_lost(worker, array, source, numbers, fault):
    assert (faults(worker, array, source, numbers, (0,)) or [None])[0] == fault


def test_lines_that_ask_for_64_bits_are_told(worker, array):
    worker.load(HEAD + "def f(x):\n  y = x.astype('float64')\n  return y + jnp.zeros(2, jnp.int64)", jit={})
    told = worker.ask(Diagnose(arguments=Arguments(positional=(array(TWO),)))).narrowed
    assert [(one.line, one.asked, one.got) for one in told] == [(3, "float64", "float32"), (4, "int64", "int32")]


def test_operands_are_those_of_the_entry_that_is_lost(worker, array):
    worker.load(HEAD + "def f(x):\n  return x * jnp.array([2, 3])", jit={})
    (fault,) = worker.ask(Diagnose(arguments=Arguments(positional=(array([5, 2**30], "int32"),)))).faults
    assert (fault.operands, fault.dtype) == ((2.0**30, 3.0), "int32")
    assert np.isclose(fault.result, 3 * 2**30)


def test_a_function_that_cannot_be_traced_has_no_faults(worker, array):
    worker.load("def f(x):\n  return x if float(x[0]) > 0 else -x", jit={})
    assert worker.ask(Diagnose(arguments=Arguments(positional=(array(TWO),)))).faults == ()
