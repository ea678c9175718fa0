"""``while_loop``, ``fori_loop``, ``scan``, ``cond`` and ``switch``: what changed, where, from what to what."""

import pytest

VECTOR = "(jnp.arange(4.0),)"

CARRIES = {
    "second of a tuple": (
        "lax.while_loop(lambda s: s[0] < 9, lambda s: (s[0] + 1, s[1] * 1.5), (0, jnp.int32(1)))",
        "In the `while_loop` on line 3, the carry's second part starts as int32[] and comes back as float32[]",
    ),
    "whole carry": (
        "lax.while_loop(lambda s: s < 9, lambda s: s * 1.5, jnp.int32(1))",
        "the carry starts as int32[] and comes back as float32[]",
    ),
    "part of a dict": (
        "lax.while_loop(lambda s: s['i'] < 3, lambda s: {'i': s['i'] + 1.0}, {'i': jnp.int32(0)})",
        "the carry's part `['i']` starts as int32[]",
    ),
    "static fori_loop": (
        "lax.fori_loop(0, 3, lambda i, c: (c[0] * 1.5, c[1]), (jnp.int32(1), 2.0))",
        "In the `fori_loop` on line 3, the carry's first part starts as int32[]",
    ),
    "traced fori_loop": (
        "lax.fori_loop(0, x[0].astype(int), lambda i, c: c * 1.5, jnp.int32(1))",
        "In the `fori_loop` on line 3, the carry starts as int32[]",
    ),
    "two parts": (
        "lax.fori_loop(0, 3, lambda i, c: (c[0] * 1.5, c[1] * 1.5), (jnp.int32(1), jnp.int32(2)))",
        "float32[] (and 1 more)",
    ),
    "growing scan": (
        "lax.scan(lambda c, a: (jnp.append(c, a), a), jnp.zeros(1), x)",
        "In the `scan` on line 3, the carry starts as float32[1] and comes back as float32[2]",
    ),
}


@pytest.mark.parametrize(("expression", "words"), CARRIES.values(), ids=CARRIES)
def test_carry_that_changes_its_type_is_told_part_by_part(told, expression, words):
    explanation = told(f"def f(x):\n    return {expression}\n", VECTOR)
    assert explanation.cause == "carry-type"
    assert words in explanation.message


def test_dtype_is_advised_for_a_dtype_and_a_fixed_shape_for_a_shape(told):
    dtype = told("def f(x):\n    return lax.while_loop(lambda s: s < 9, lambda s: s * 1.5, jnp.int32(1))\n")
    shape = told("def f(x):\n    return lax.fori_loop(0, 3, lambda i, c: jnp.append(c, c), x)\n", VECTOR)
    assert "jnp.float32(…)" in dtype.hint
    assert "Keep the shape" in shape.hint


def test_counter_taken_for_the_carry_is_asked_about(told):
    for body, given in (("lambda c, _: c * 2", "x[0]"), ("lambda c, _: c @ x", "x")):
        explanation = told(f"def f(x):\n    return lax.fori_loop(0, 3, {body}, {given})\n", VECTOR)
        assert "`body(i, carry)`, the counter first" in explanation.hint


CASES = {
    "two start values": (
        "lax.while_loop(lambda x, c: c < 3, lambda x, c: (x, c + 1), x, 0)",
        "loop-arguments",
        "takes two functions and one start value",
    ),
    "traced length": ("lax.scan(lambda c, y: (c, y), 0.0, x, x[0])", "scan-length", "its fourth argument, `length`"),
    "length that does not fit": ("lax.scan(lambda c, y: (c, y), 0.0, x, 7)", "scan-length", "for 7 steps"),
    "another length": (
        "lax.while_loop(lambda s: s[0] < 9, lambda s: (s[0] + 1, s[1], 3), (0, x))",
        "carry-structure",
        "a tuple of length 2 and comes back as a tuple of length 3",
    ),
    "no tuple": (
        "lax.while_loop(lambda s: s[0] < 9, lambda s: s[0] + 1, (0, x))",
        "carry-structure",
        "goes in as a tuple and comes back as a single value",
    ),
    "nothing returned": (
        "lax.while_loop(lambda s: s < 9, lambda s: None, 0)",
        "carry-structure",
        "the body returns None",
    ),
    "one output of scan": ("lax.scan(lambda c, a: c + a, 0.0, x)", "scan-pair", "one value, float32[]."),
    "three outputs of scan": ("lax.scan(lambda c, a: (c, a, a), 0.0, x)", "scan-pair", "returns 3 values"),
    "no output of scan": ("lax.scan(lambda c, a: None, 0.0, x)", "scan-pair", "returns None"),
    "number as condition": ("lax.while_loop(lambda s: s + 1, lambda s: s, 0)", "loop-predicate", "returns int32[]"),
    "array as condition": ("lax.while_loop(lambda s: s < 3, lambda s: s, x)", "loop-predicate", "returns bool[4]"),
    "array as predicate": ("lax.cond(x > 0, lambda y: y, lambda y: -y, x)", "cond-predicate", "must be a scalar"),
    "tuple as predicate": ("lax.cond((x, x), lambda y: y, lambda y: -y, x)", "cond-predicate", "must be a scalar"),
    "branches of other dtype": (
        "lax.cond(x[0] > 0, lambda y: y, lambda y: 0, x[0])",
        "branches-differ",
        "one gives float32[], another int32[]",
    ),
    "branches of other shape": (
        "lax.cond(x[0] > 0, lambda y: {'a': y}, lambda y: {'a': y[0]}, x)",
        "branches-differ",
        "one gives float32[4] at `['a']`, another float32[]",
    ),
    "branches of other structure": (
        "lax.cond(x[0] > 0, lambda y: (y, y), lambda y: y, x)",
        "branches-differ",
        "one gives a tuple, another a single value",
    ),
    "switch": ("lax.switch(1, [lambda y: y, lambda y: 1], x[0])", "branches-differ", "The branches of `switch`"),
    "values for branches": ("lax.cond(x[0] > 0, x, -x)", "branch-not-a-function", "wants two functions"),
    "matrices of other dtype": (
        "lax.cond(x[0] > 0, lambda y: y, lambda y: y.astype(int), x.reshape(2, 2))",
        "branches-differ",
        "one gives float32[2,2], another int32[2,2]. Only",
    ),
    "values for a list of branches": (
        "lax.switch(1, [x, -x])",
        "branch-not-a-function",
        "does not give `lax.switch` a list of functions",
    ),
    "float for an index": ("lax.switch(x[0], [lambda y: y, lambda y: -y], x)", "switch-index", "by a float32"),
    "float for a bound": ("lax.fori_loop(0, x[0], lambda i, c: c, 0)", "fori-bounds", "int32 and float32"),
    "other lengths": ("lax.scan(lambda c, a: (c, c), 0.0, (x, x[:2]))", "scan-lengths", "(4, 2)"),
    "nothing to scan": ("lax.scan(lambda c, a: (c, c), 0.0, None)", "scan-nothing", "nothing to go through"),
    "a number to scan": ("lax.scan(lambda c, a: (c, c), x, 0.5)", "scan-single", "a single number to go through"),
    "an element to scan": ("lax.scan(lambda c, a: (c, c), x, x[0])", "scan-single", "its third argument"),
    "body of two arguments": (
        "lax.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y), (0, x))",
        "loop-function-arguments",
        "each take one argument",
    ),
    "body of one argument": ("lax.fori_loop(0, 3, lambda c: c, x)", "loop-function-arguments", "two arguments"),
    "gradient": (
        "jax.grad(lambda y: lax.while_loop(lambda c: c < 9, lambda c: c * 1.1, y))(x[0])",
        "loop-gradient",
        "gradient of a `while_loop`",
    ),
}


@pytest.mark.parametrize(("expression", "cause", "words"), CASES.values(), ids=CASES)
def test_mistake_in_control_flow_is_named(told, expression, cause, words):
    explanation = told(f"def f(x):\n    return {expression}\n", VECTOR)
    assert explanation.cause == cause
    assert words in explanation.message
    assert explanation.line == 3
