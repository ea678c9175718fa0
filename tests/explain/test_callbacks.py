"""What goes wrong in a host function that a program calls back is told on its own line."""

CALL = "def f(x):\n    return jax.pure_callback(host, jax.ShapeDtypeStruct((3,), x.dtype), x)\n"


def test_what_a_callback_raises_is_told_on_the_line_that_raised_it(told):
    explanation = told(f"def host(x):\n    y = x\n    return y.foo\n{CALL}", "(jnp.ones(3),)")
    assert (explanation.cause, explanation.line) == ("callback-raised", 4)
    assert "that jax calls back raised AttributeError" in explanation.message


def test_a_callback_that_returns_another_shape_is_told_both(told):
    explanation = told(f"def host(x):\n    return np.zeros(4)\n{CALL}", "(jnp.ones(3),)")
    assert explanation.cause == "callback-shape"
    assert "an array of shape (4,), and the call announced (3,)" in explanation.message
