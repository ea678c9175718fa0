"""Plain mistakes: names, imports, syntax, arguments, exits; and what is not listed."""

import pytest

NAMES = {
    "misspelt module": ("jpn.sin(x)", "unknown-name", "Did you mean `jnp`?"),
    "function without its module": ("sqrt(x)", "unknown-name", "Did you mean `jnp.sqrt`?"),
    "misspelt function": ("jnp.sine(x)", "unknown-function", "Did you mean `jnp.sin`?"),
    "misspelt loop": ("lax.while_lop(x)", "unknown-function", "Did you mean `lax.while_loop`?"),
    "wrong module": ("jax.where(x, x, x)", "unknown-function", "Did you mean `jnp.where`?"),
    "method of None": ("None.sum()", "unknown-attribute", "`return`"),
    "blocking a tuple": ("(x, x).block_until_ready()", "unknown-attribute", "`jax.block_until_ready(x)`"),
    "torch method": ("x.clamp(0)", "unknown-attribute", "Did you mean `.clip`?"),
}


@pytest.mark.parametrize(("expression", "cause", "hint"), NAMES.values(), ids=NAMES)
def test_unknown_name_gets_its_nearest(told, expression, cause, hint):
    explanation = told(f"def f(x):\n    return {expression}\n")
    assert explanation.cause == cause
    assert hint in explanation.hint
    assert explanation.line == 3


def test_missing_import_is_written_out(told):
    explanation = told("del jnp\ndef f(x):\n    return jnp.sin(x)\n")
    assert "`import jax.numpy as jnp`" in explanation.hint


def test_name_of_the_exercise_s_argument_is_found(told):
    assert "`lax`" not in told("def f(xx):\n    return n_ + 1\n").hint


def test_variable_read_before_it_is_set_is_told(told):
    assert told("def f(x):\n    y = y + x\n    return y\n").cause == "unbound-local"


@pytest.mark.parametrize(
    ("line", "cause", "hint"),
    [
        ("import torchh", "missing-module", "__main__"),
        ("from jax.numpy import sine", "unknown-function", "`jnp.sin`"),
        ("import jax.nmpy", "missing-module", "`jax.numpy`"),
    ],
)
def test_import_that_fails_is_told(told, line, cause, hint):
    explanation = told(f"{line}\n", None)
    assert explanation.cause == cause
    assert hint in explanation.hint


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("def f(x)\n    return x\n", 2, "syntax error"),
        ("def f(x):\nreturn x\n", 3, "indentation error"),
        ("def f(x):\n        y = x\n\treturn y\n", 4, "tabs and spaces"),
        ("def f(x):\n    return (x + 1\n\ny = 2\n", 3, "never closed"),
    ],
)
def test_file_that_python_cannot_read_is_told_with_its_line(told, source, line, words):
    explanation = told(source, None)
    assert explanation.cause == "syntax"
    assert explanation.line == line
    assert words in explanation.message


@pytest.mark.parametrize(("line", "when"), [("import sys; sys.exit(0)", "loading"), ("raise SystemExit", "loading")])
def test_exit_while_loading_is_told(told, line, when):
    explanation = told(f"{line}\n", None)
    assert explanation.cause == "exit"
    assert when in explanation.message


def test_exit_during_the_call_is_told(told):
    explanation = told("import sys\ndef f(x):\n    sys.exit('bye')\n")
    assert "during the call with `sys.exit('bye')` on line 4" in explanation.message


CALLS = {
    "too few": ("g(x)", "wrong-arguments", "missing 1 required positional argument: 'y'"),
    "too many": ("g(x, 1, 2)", "wrong-arguments", "takes 2 positional arguments but 3 were given"),
    "unknown keyword": ("g(x, 1, m=1)", "wrong-arguments", "unexpected keyword argument 'm'"),
    "not a function": ("x(1)", "not-callable", "a traced array"),
    "None": ("x + None", "none-in-arithmetic", "computes with None"),
    "division": ("x + 1 / 0", "division-by-zero", "by zero"),
    "recursion": ("f(x)", "recursion", "limit of nested calls"),
}


@pytest.mark.parametrize(("expression", "cause", "words"), CALLS.values(), ids=CALLS)
def test_plain_mistake_is_named(told, expression, cause, words):
    explanation = told(f"def g(x, y):\n    return x\ndef f(x):\n    return {expression}\n")
    assert explanation.cause == cause
    assert words in explanation.message
    assert explanation.line == 5


def test_unlisted_exception_gives_type_text_and_line(told):
    explanation = told("def f(x):\n    return {}['a']\n")
    assert explanation.message == "`f` raised KeyError: 'a' on line 3."
    assert explanation.cause == "exception-KeyError"


def test_student_s_own_error_is_repeated(told):
    explanation = told("def f(x):\n    raise ValueError('n must be positive')\n")
    assert explanation.message == "`f` raised ValueError: n must be positive on line 3."


def test_exception_of_the_student_s_own_class_is_repeated(told):
    explanation = told("class Odd(Exception):\n    pass\nraise Odd('so')\n", None)
    assert explanation.message == "The file raised Odd while it was loading: so on line 4."
