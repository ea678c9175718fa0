"""Traced values where numbers are wanted, sizes that depend on values, tracers that leaked."""

import pytest

VECTOR = "(jnp.arange(4.0),)"
VECTOR_AND_INT = "(jnp.arange(4.0), 2)"


def body(line: str) -> str:
    return f"def f(x, n=1):\n    {line}\n    return x\n"


CASES = {
    "range": ("for i in range(n): x = x + i", VECTOR_AND_INT, "python-range", "`range` on line 3"),
    "list index": ("return [1, 2, 3][n]", VECTOR_AND_INT, "list-index", "index of a Python list"),
    "list repeated": ("return [0] * n", VECTOR_AND_INT, "traced-list-length", "repeats a Python list"),
    "numpy": ("return np.sin(x)", VECTOR, "numpy-call", "`np.sin` on line 3 belongs to NumPy"),
    "numpy array": ("return np.asarray(x)", VECTOR, "numpy-call", "`np.asarray`"),
    "numpy store": ("a = np.zeros(2); a[0] = x[0]", VECTOR, "concrete-value", "plain number"),
    "math": ("return math.sqrt(x[0])", VECTOR, "python-math", "`math.sqrt` on line 3"),
    "float": ("return float(x[0])", VECTOR, "python-float", "`float(…)` on line 3"),
    "int": ("return int(x[0])", VECTOR, "python-int", "`int(…)` on line 3"),
    "complex": ("return complex(x[0])", VECTOR, "python-complex", "`complex(…)` on line 3"),
    "item": ("return x[0].item()", VECTOR, "python-item", "`.item()` on line 3"),
    "tolist": ("return x.tolist()", VECTOR, "python-tolist", "`.tolist()` on line 3"),
    "percent": ("print('%.3f' % x[0])", VECTOR, "format-tracer", "formats a traced value"),
    "f-string": ("print(f'{x:.3f}')", VECTOR, "format-tracer", "no value to format"),
    "dict key": ("return {1: 2}[n]", VECTOR_AND_INT, "traced-key", "fixed key"),
    "arange": ("return jnp.arange(n)", VECTOR_AND_INT, "traced-size", "the value of `n`"),
    "linspace": ("return jnp.linspace(0, 1, n)", VECTOR_AND_INT, "traced-size", "the value of `n`"),
    "zeros": ("return jnp.zeros((n, 2))", VECTOR_AND_INT, "traced-size", "the value of `n`"),
    "reshape": ("return x.reshape((n, -1))", VECTOR_AND_INT, "traced-size", "makes a shape out of"),
    "repeat": ("return jnp.repeat(x, n)", VECTOR_AND_INT, "traced-size", "the value of `n`"),
    "nonzero": ("return jnp.nonzero(x)", VECTOR, "traced-size", "size depends on values"),
    "one-argument where": ("return jnp.where(x > 0)", VECTOR, "traced-size", "size depends on values"),
    "bincount": ("return jnp.bincount(x.astype(int))", VECTOR, "traced-size", "size depends on values"),
    "unique": ("return jnp.unique(x)", VECTOR, "traced-size", "size depends on values"),
    "axis": ("return x.sum(n)", VECTOR_AND_INT, "traced-axis", "axis that is a traced value"),
    "mask": ("return x[x > 0]", VECTOR, "boolean-mask", "by a mask"),
    "slice": ("return x[n:n + 3]", VECTOR_AND_INT, "traced-slice", "traced start or stop"),
    "blocking": ("return x.block_until_ready()", VECTOR, "method-of-tracer", "`.block_until_ready`"),
    "sleep": ("import time; time.sleep(x[0])", VECTOR, "not-one-integer", "plain Python integer"),
}


@pytest.mark.parametrize(("line", "arguments", "cause", "words"), CASES.values(), ids=CASES)
def test_mistake_is_named_on_its_line(told, line, arguments, cause, words):
    explanation = told(body(line), arguments)
    assert explanation.cause == cause
    assert words in explanation.message
    assert explanation.line == 3


def test_numpy_function_is_pointed_to_its_twin(told):
    assert "`jnp.sin`" in told(body("return np.sin(x)"), VECTOR).hint


def test_numpy_that_the_line_does_not_show_is_not_guessed_at(told):
    source = "g = np.sin\ndef f(x):\n    return g(x)\n"
    explanation = told(source)
    assert explanation.cause == "numpy-call"
    assert "`return g(x)` on line 4 has NumPy, or a library that uses it" in explanation.message


def test_storing_in_a_numpy_array_is_told_from_a_conversion(told):
    explanation = told("def f(x):\n    a = np.zeros(3)\n    a[0] = x\n    return a\n")
    assert explanation.cause == "numpy-assignment"
    assert explanation.line == 4


def test_leaked_tracer_is_followed_to_the_line_that_made_it(told):
    source = (
        "kept = []\n@jax.jit\ndef g(x):\n    y = x * 2\n    kept.append(y)\n    return y\n"
        "def f(x):\n    g(x)\n    return kept[0] + 1\n"
    )
    explanation = told(source, jit=False)
    assert explanation.cause == "leaked-tracer"
    assert "a traced float32[] that line 5 made in `g`" in explanation.message
    assert explanation.line == 10


def test_leaked_argument_is_followed_to_its_function(told):
    source = "kept = {}\ndef f(x):\n    def body(c, a):\n        kept['a'] = a\n        return c, a\n"
    source += "    lax.scan(body, 0.0, x)\n    return kept['a']\n"
    explanation = told(source, VECTOR)
    assert explanation.cause == "leaked-tracer"
    assert "`body` (line 4)" in explanation.message


def test_static_argument_that_is_fine_is_not_blamed(told):
    source = "from functools import partial\n@partial(jax.jit, static_argnames='n')\ndef f(x, n):\n"
    source += "    for i in range(x):\n        pass\n    return n\n"
    explanation = told(source, "(3, 2)", jit=False)
    assert "Make `x` a static argument" in explanation.hint
