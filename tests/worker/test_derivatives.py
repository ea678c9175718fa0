"""Custom derivatives are read from a file's text: functions, rules, and what a rule leaves out."""

import pytest

from grader.model.incidents import Derivative
from grader.worker.derivatives import derivatives

HEAD = "@jax.custom_vjp\ndef f(x):\n    return x\n"
FUNCTION = Derivative(of="f", kind="function", name="f", line=2)


def test_the_rules_of_a_custom_vjp_are_told_with_what_they_leave_out():
    source = f"{HEAD}def a(x):\n    return x, x\ndef b(x, g):\n    return (x,)\nf.defvjp(a, b)\n"
    assert derivatives(source) == (
        FUNCTION,
        Derivative(of="f", kind="fwd", name="a", line=4),
        Derivative(of="f", kind="bwd", name="b", line=6, unused="g"),
    )


@pytest.mark.parametrize("given", ["lambda x: (x, x), lambda x, g: (g * x,)", "bwd=lambda x, g: (g * x,), fwd=a"])
def test_a_rule_may_be_a_lambda_and_given_by_name(given):
    assert Derivative(of="f", kind="bwd", name="<lambda>", line=4) in derivatives(f"{HEAD}f.defvjp({given})\n")


def test_a_rule_may_be_a_decorated_function():
    source = "@partial(jax.custom_jvp)\ndef f(x):\n    return x\n@f.defjvp\ndef rule(x, t):\n    return x, t\n"
    assert derivatives(source) == (FUNCTION, Derivative(of="f", kind="jvp", name="rule", line=5))


def test_a_rule_that_is_made_elsewhere_is_left_out():
    assert derivatives(f"{HEAD}f.defvjp(*made())\nf.defvjp(module.a, b)\n") == (FUNCTION,)
