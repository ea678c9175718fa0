"""The border of a jitted function: its options, what goes in, what comes out, donated arrays."""

import msgspec
import pytest

from grader.explain import explain
from grader.model.answers import Raised

VECTOR = "(jnp.arange(4.0),)"

JIT = {
    "misspelt argnums": ("f = jax.jit(g, static_argnum=0)", "misspelt-jit-option", "the keyword is `static_argnums`"),
    "misspelt argnames": ("f = jax.jit(g, static_argname='x')", "misspelt-jit-option", "keyword is `static_argnames`"),
    "misspelt in partial": (
        "import functools; f = functools.partial(jax.jit, static_argnum=0)(g)",
        "misspelt-jit-option",
        "the keyword is `static_argnums`",
    ),
    "unknown name": ("f = jax.jit(g, static_argnames='n')", "static-name-unknown", "no parameter of that name"),
    "number out of range": (
        "f = jax.jit(g, static_argnums=3)",
        "static-number-out-of-range",
        "1 positional parameter.",
    ),
    "numbers out of range": ("f = jax.jit(g, static_argnums=(0, 3))", "static-number-out-of-range", "position 0, 3"),
    "name as a number": ("f = jax.jit(g, static_argnums='x')", "static-number-not-a-number", "takes numbers"),
    "value instead of function": ("f = jax.jit(g(1.0))", "jit-of-a-value", "wants the function itself"),
}


@pytest.mark.parametrize(("line", "cause", "words"), JIT.values(), ids=JIT)
def test_wrong_option_of_jit_is_named(told, line, cause, words):
    explanation = told(f"def g(x):\n    return x\n{line}\n", None)
    assert explanation.cause == cause
    assert words in explanation.message
    assert explanation.line == 4


@pytest.mark.parametrize(
    ("value", "words", "advice"),
    [
        ("[1, 2]", "a list", "a tuple instead of a list"),
        ("{'a': 1}", "a dict", "frozen dataclass"),
        ("jnp.arange(3)", "an array", "Leave an array a traced argument"),
        ("np.arange(3)", "an array", "Leave an array a traced argument"),
        ("x + 1", "an array", "Leave an array a traced argument"),
    ],
)
def test_static_argument_without_a_hash_is_named_with_what_to_pass_instead(told, value, words, advice):
    source = f"def g(x, n):\n    return x\nh = jax.jit(g, static_argnums=1)\ndef f(x):\n    return h(x, {value})\n"
    explanation = told(source, jit=False)
    assert explanation.cause == "unhashable-static"
    assert f"passes {words} as a static argument" in explanation.message
    assert advice in explanation.hint


def test_own_class_without_a_hash_is_told_what_took_it_away(told):
    source = (
        "class C:\n    def __eq__(self, other):\n        return True\nh = jax.jit(lambda x, c: x, static_argnums=1)\n"
    )
    explanation = told(f"{source}def f(x):\n    return h(x, C())\n", jit=False)
    assert "A class with `__eq__` and no `__hash__`" in explanation.message


def test_traced_value_as_static_argument_is_called_so(told):
    source = "h = jax.jit(lambda x, n: x, static_argnums=1)\ndef f(x):\n    return h(x, x + 1)\n"
    assert "passes a traced value as a static argument" in told(source).message


def test_list_given_by_the_exercise_itself_needs_no_line(told):
    explanation = told("f = jax.jit(lambda x, n: x, static_argnums=1)\n", "(1.0, [1])", jit=False)
    assert explanation.cause == "unhashable-static"
    assert explanation.message.startswith("The call of `f` passes a list")
    assert explanation.line is None


def test_array_given_by_the_exercise_itself_is_told_with_the_line_that_made_it_static(observed, exercise, loaded):
    failure = observed("f = jax.jit(lambda x: x,\n            static_argnums=0)\n", "(jnp.arange(3),)", jit=False)
    explanation = explain(Raised(failure=failure), exercise, msgspec.structs.replace(loaded, static=3))
    assert explanation.line == 3
    assert "passes an array as a static argument, as line 3 has it." in explanation.message
    assert "Take it out of `static_argnums`" in explanation.hint


def test_jitted_method_is_told_by_its_self(told):
    source = "class M:\n    @jax.jit\n    def g(self, x):\n        return x\ndef f(x):\n    return M().g(x)\n"
    explanation = told(source, jit=False)
    assert explanation.cause == "jit-on-method"
    assert explanation.line == 7


@pytest.mark.parametrize(("value", "words"), [("'abc'", "a string as `s`"), ("jnp.sin", "a function as `s`")])
def test_argument_that_cannot_be_traced_is_named(told, value, words):
    explanation = told(f"h = jax.jit(lambda s: 1)\ndef f(x):\n    return h({value})\n", jit=False)
    assert explanation.cause == "untraceable-argument"
    assert words in explanation.message


@pytest.mark.parametrize(
    ("value", "words"),
    [("'abc'", "returns a string."), ("(x, lambda: x)", "a function at `[1]`"), ("{'a': {1}}", "a `set` at `['a']`")],
)
def test_result_that_cannot_be_traced_is_named_with_the_line_of_the_function(told, value, words):
    explanation = told(f"def f(x):\n    return {value}\n")
    assert explanation.cause == "untraceable-result"
    assert words in explanation.message
    assert explanation.line == 2


def test_donated_array_is_gone(told):
    source = "g = jax.jit(lambda x: x + 1, donate_argnums=0)\ndef f(x):\n    y = g(x)\n    return x + y\n"
    explanation = told(source, VECTOR, jit=False)
    assert explanation.cause == "donated-reuse"
    assert explanation.line == 5


def test_donated_array_passed_again_is_gone(told):
    source = "g = jax.jit(lambda x: x + 1, donate_argnums=0)\ndef f(x):\n    g(x)\n    return g(x)\n"
    assert told(source, VECTOR, jit=False).cause == "donated-reuse"


def test_one_array_cannot_be_donated_twice(told):
    source = "g = jax.jit(lambda x, y: (x + 1, y + 1), donate_argnums=(0, 1))\ndef f(x):\n    return g(x, x)\n"
    assert told(source, VECTOR, jit=False).cause == "donated-twice"


def test_tracing_where_none_was_expected_is_told(told):
    source = "g = jax.jit(lambda x: x)\ndef f(x):\n    with jax.no_tracing():\n        return g(x)\n"
    assert told(source, jit=False).cause == "retraced"


def test_a_function_in_the_result_is_to_be_called(told):
    assert told("def f(x):\n    return jax.checkpoint(jnp.sin)\n").hint.endswith(
        "call it, as in `jax.checkpoint(f)(x)`."
    )


def test_a_decorator_with_options_alone_is_told_to_be_partial(told):
    explanation = told("def f(x):\n    @jax.vmap(in_axes=0)\n    def g(y):\n        return y\n    return g(x)\n")
    assert (explanation.cause, explanation.line) == ("options-alone", 3)
    assert "`@functools.partial(jax.vmap, …)`" in explanation.hint


def test_an_object_without_a_hash_is_told_how_its_class_gets_one(told):
    source = "class Config:\n    def __eq__(self, other):\n        return True\n"
    source += "g = jax.jit(lambda c, x: x, static_argnums=0)\ndef f(x):\n    return g(Config(), x)\n"
    assert "Write `@dataclass(frozen=True)` above `Config`" in told(source).hint
