"""A traced value that is asked to be True or False: the construct that asked is named."""

import pytest

VECTOR = "(jnp.arange(4.0),)"

CASES = {
    "if": ("def f(x):\n    if x < 0:\n        return -x\n    return x\n", "python-if", "`if x < 0` on line 3"),
    "elif": (
        "def f(x):\n    if x.ndim:\n        return x\n    elif x > 3:\n        return -x\n    return x\n",
        "python-if",
        "`elif x > 3` on line 5",
    ),
    "while": ("def f(x):\n    while x < 10:\n        x = x * 2\n    return x\n", "python-while", "`while x < 10`"),
    "assert": ("def f(x):\n    assert x > 0\n    return x\n", "python-assert", "`assert x > 0`"),
    "conditional": ("def f(x):\n    return x if x > 0 else -x\n", "python-conditional", "`x if x > 0 else -x`"),
    "and": ("def f(x):\n    return jnp.where((x > 0) and (x < 3), x, 0)\n", "python-and-or", "`(x > 0) and (x < 3)`"),
    "or": ("def f(x):\n    return 1.0 / (x or 1.0)\n", "python-and-or", "`x or 1.0`"),
    "not": ("def f(x):\n    return not x\n", "python-and-or", "`not x`"),
    "chained": ("def f(x):\n    return jnp.where(0 < x <= 3, x, 0)\n", "python-chained-comparison", "`0 < x <= 3`"),
    "max": ("def f(x):\n    return max(x, 0.0)\n", "python-max-min", "`max(x, 0.0)`"),
    "min": ("def f(x):\n    return min(x, 0.0)\n", "python-max-min", "`min(x, 0.0)`"),
    "sorted": ("def f(x):\n    return sorted([x, 2 * x])\n", "python-max-min", "`sorted([x, 2 * x])`"),
    "in": ("def f(x):\n    return x in [1, 2]\n", "python-in", "`x in [1, 2]`"),
    "bool": ("def f(x):\n    return bool(x)\n", "python-bool", "`bool(x)`"),
    "comprehension": ("def f(x):\n    return [a for a in (x, 2 * x) if a > 0]\n", "python-if", "on line 3"),
}


@pytest.mark.parametrize(("source", "cause", "words"), CASES.values(), ids=CASES)
def test_construct_is_named_with_the_argument_and_the_idea(told, source, cause, words):
    explanation = told(source)
    assert explanation.cause == cause
    assert words in explanation.message
    assert "`x` stands for every possible number" in explanation.message


def test_conditional_expression_is_told_by_what_it_goes_by(told):
    explanation = told("def f(x):\n    scale = jnp.abs(x)\n    return x / scale if scale else x\n")
    assert "`x / scale if scale else x` on line 4 asks whether `scale` is true" in explanation.message


def test_loop_over_a_plain_number_is_told_that_operations_give_tracers_anyhow(told):
    explanation = told("def f(x):\n    y = 3.0\n    while jnp.log(y) > 1:\n        y = y - 1\n    return y\n")
    assert "its operations give tracers, even of plain numbers" in explanation.message


def test_builtin_any_is_pointed_to_jnp_any(told):
    explanation = told("def f(x):\n    return any(x > 0)\n", VECTOR)
    assert explanation.cause == "python-any-all"
    assert "`jnp.any`" in explanation.hint


def test_line_inside_a_longer_statement_is_told_by_its_words(told):
    explanation = told("def f(x):\n    return jnp.where(\n        x > 0 and\n        x < 3, x, 0)\n")
    assert explanation.cause == "python-and-or"
    assert explanation.line == 4


def test_of_two_constructs_on_a_line_the_one_that_asked_is_told(told):
    explanation = told("def f(x):\n    return max(x, 0) if x > 0 else -x\n")
    assert explanation.cause == "python-conditional"
    assert told("def f(x):\n    return max(x, 0) if x.ndim == 0 else -x\n").cause == "python-max-min"


def test_in_within_an_if_is_told_with_what_takes_the_place_of_both(told):
    explanation = told("def f(x):\n    if x in (1.0, 2.0):\n        return x\n    return -x\n")
    assert explanation.cause == "python-in"
    assert "`jnp.isin`" in explanation.hint
    assert "`jnp.where`" in explanation.hint


def test_condition_over_several_lines_is_told_whole(told):
    explanation = told("def f(x):\n    if (x >\n            3):\n        return x\n    return -x\n")
    assert "`if x > 3` on line 3" in explanation.message


def test_method_that_compares_is_told_by_its_call(told):
    explanation = told("def f(x):\n    y = [x, 2 * x]\n    y.sort()\n    return y[0]\n")
    assert explanation.cause == "python-call"
    assert "`y.sort()` on line 4" in explanation.message


G = "def g(x):\n    return (x > 1).all()\n"

RETURNED = {
    "if": ("    if (x < 0).any():\n        return -x\n", "python-if", "The `if` on line 5", "(x < 0).any()"),
    "elif": (
        "    if x.ndim > 3:\n        return x\n    elif g(x):\n        return -x\n",
        "python-if",
        "The `if` on line 7",
        "g(x)",
    ),
    "while": ("    while jnp.all(x < 9):\n        x = x * 2\n", "python-while", "The `while`", "jnp.all(x < 9)"),
    "assert": ("    assert g(x)\n", "python-assert", "The `assert` on line 5", "g(x)"),
}


@pytest.mark.parametrize(("body", "cause", "asker", "call"), RETURNED.values(), ids=RETURNED)
def test_what_goes_by_the_result_of_a_call_asks_not_the_call(told, body, cause, asker, call):
    explanation = told(f"{G}def f(x):\n{body}    return x\n", VECTOR)
    assert explanation.cause == cause
    assert asker in explanation.message
    assert f"asks whether `{call}` is true" in explanation.message


@pytest.mark.parametrize(
    ("line", "cause"), [("g(x) and x", "python-and-or"), ("x if g(x) else -x", "python-conditional")]
)
def test_within_an_expression_it_is_not_the_call_either(told, line, cause):
    explanation = told(f"{G}def f(x):\n    return {line}\n", VECTOR)
    assert explanation.cause == cause
    assert f"`{line}` on line 5 asks" in explanation.message


def test_call_over_two_lines_in_an_if_is_told_by_the_if(told):
    explanation = told(f"{G}def f(x):\n    if g(\n            x):\n        return x\n    return -x\n", VECTOR)
    assert explanation.cause == "python-if"
    assert "if if" not in explanation.message


def test_call_that_asks_within_an_if_is_told(told):
    head = "from functools import reduce\ndef f(x):\n"
    assert told(f"{head}    if reduce(max, [x, 2 * x]) > 1:\n        return x\n    return -x\n").cause == "python-call"
    assert told("def f(x):\n    if all(x > 0):\n        return x\n    return -x\n", VECTOR).cause == "python-any-all"


def test_what_a_loop_hands_to_its_body_is_not_advised_to_be_static(told):
    body = "def f(x):\n    def body(c, v):\n        return (c + v if v > 0 else c), v\n"
    source = f"{body}    return lax.scan(body, 0.0, x)[0]\n"
    assert "static" not in told(source, VECTOR).hint


def test_value_made_on_the_way_is_traced_back_to_the_argument(told):
    explanation = told("def f(x):\n    y = jnp.log(x)\n    if y > 0:\n        return y\n    return x\n")
    assert "the value of `y`, which depends on the argument `x`" in explanation.message
    assert explanation.line == 4


def test_two_arguments_are_both_named(told):
    explanation = told("def f(x, n):\n    if x < n:\n        return x\n    return n\n", "(2.0, 3)")
    assert "the values of `x` and `n`" in explanation.message
    assert "Make `x` and `n` static arguments" in explanation.hint


def test_part_of_an_argument_is_not_advised_to_be_static(told):
    explanation = told("def f(c):\n    if c['a'] < 0:\n        return 1\n    return 2\n", "({'a': 1.0},)")
    assert "`c['a']`" in explanation.message
    assert "static" not in explanation.hint


def test_wrapped_function_s_argument_goes_by_the_exercise_s_name(told):
    source = "def g(x):\n    if x < 0:\n        return -x\n    return x\ndef f(*args):\n    return g(*args)\n"
    assert "the value of `x`" in told(source).message


def test_inside_vmap_a_value_is_a_whole_batch(told):
    explanation = told("def f(x):\n    return jax.vmap(lambda a: a if a > 0 else -a)(x)\n", VECTOR, jit=False)
    assert explanation.cause == "python-conditional"
    assert "a whole batch of numbers" in explanation.message


def test_if_under_jit_links_the_page_about_control_flow(told):
    assert told(CASES["if"][0]).link.endswith("control-flow.html")


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        ("def f(x):\n    return 2 * (x or 1.0)\n", "`1.0 if factor is None else factor`"),
        ("def f(x):\n    return jnp.where(not x, 1.0, 2.0)\n", "`jnp.logical_not(flag)`"),
        ("def f(x):\n    return jnp.where(x > 0 or x < -1, x, 0)\n", "`&`, `|` and `~`"),
    ],
)
def test_default_and_negation_get_other_advice_than_conditions(told, source, hint):
    assert hint in told(source).hint


@pytest.mark.parametrize(
    ("source", "cause", "hint"),
    [
        ("def f(x):\n    return jnp.arange(x - 1, x + 2)\n", "traced-size", "`i + jnp.arange(-1, 2)`"),
        (
            "def f(x):\n    y = jnp.ones(3)\n    return y.at[y > x].set(jnp.arange(2.0))\n",
            "boolean-mask",
            "`x = jnp.where(mask, new, x)`",
        ),
        (
            "def g(n, /):\n    return n\ndef f(x):\n    return jax.jit(g, static_argnames='n')(x)\n",
            "static-name-unknown",
            "`static_argnums`",
        ),
        (
            "@jax.jit\ndef g(d):\n    return jnp.zeros(d['n'])\ndef f(x):\n    return g({'n': 3, 'x': x})\n",
            "traced-size",
            "Every leaf of a container is traced",
        ),
        (
            "@jax.jit\ndef g(n):\n    return jnp.zeros(n)\ndef f(x):\n    return g(3) + x\n",
            "traced-size",
            "static",
        ),
        (
            "def f(x):\n    ref = jax.new_ref(jnp.zeros(3))\n    ref[0] = x\n    return ref\n",
            "returned-ref",
            "`return ref[...]`",
        ),
    ],
)
def test_advice_fits_the_form_of_the_mistake(told, source, cause, hint):
    explanation = told(source)
    assert explanation.cause == cause
    assert hint in explanation.hint
