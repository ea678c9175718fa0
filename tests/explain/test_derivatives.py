"""Custom derivatives are explained by the rule: which one, on its own line, and what jax expects of it."""

import pytest

VJP = "@jax.custom_vjp\ndef g(x):\n    return x\n"
JVP = "@jax.custom_jvp\ndef g(x):\n    return x\n@g.defjvp\n"
GRADIENT = "def f(x):\n    return jax.grad(lambda v: jnp.sum(g(v)))(x)\n"


def pair(forward="def fw(x):\n    return x, x\n", backward="def bw(r, t):\n    return (t,)\n"):
    """A file with a rule for the way forth and one for the way back."""
    return f"{VJP}{forward}{backward}g.defvjp(fw, bw)\n{GRADIENT}"


@pytest.mark.parametrize(
    ("source", "cause", "line", "words"),
    [
        (
            f"{JVP}def rule(p, t):\n    return t[0]\n{GRADIENT}",
            "custom-rule-result",
            6,
            "The rule `rule` of `g` (line 6) does not return what jax expects: a pair of the value and its tangent",
        ),
        (pair(forward="def fw(x):\n    return x\n"), "custom-rule-result", 5, "The forward rule `fw` of `g` (line 5)"),
        (pair(backward="def bw(r, t):\n    return t\n"), "custom-rule-result", 7, "a tuple with one gradient for each"),
        (
            f"{VJP}g.defvjp(lambda x: (x, x), lambda r, t: t)\n{GRADIENT}",
            "custom-rule-result",
            5,
            "The backward rule of `g` (line 5)",
        ),
        (
            pair(backward="def bw(r, t):\n    return (t.sum(),)\n"),
            "custom-rule-type",
            7,
            "returns a gradient of type float32[], where the argument is of type float32[3]",
        ),
        (
            f"{JVP}def rule(p, t):\n    return p[0], t[0].sum()\n{GRADIENT}",
            "custom-rule-type",
            6,
            "returns a tangent of type float32[], where the value is of type float32[3]",
        ),
        (
            pair(backward="def bw(t):\n    return (t,)\n"),
            "custom-rule-arguments",
            7,
            "jax calls it with what the forward rule kept",
        ),
        (
            f"{JVP}def rule(x, t, y):\n    return x, t\n{GRADIENT}",
            "custom-rule-arguments",
            6,
            "jax calls it with two tuples",
        ),
        (
            f"@jax.custom_jvp\ndef g(x):\n    return x\n{GRADIENT}",
            "custom-rule-missing",
            3,
            "`g` (line 3) has a custom",
        ),
        (
            pair().replace("jax.grad(lambda v: jnp.sum(g(v)))(x)", "jax.jacfwd(g)(x)"),
            "custom-rule-forward",
            11,
            "a rule for the way back only",
        ),
    ],
)
def test_a_rule_is_told_on_its_line(told, source, cause, line, words):
    explanation = told(source, "(jnp.ones(3),)")
    assert (explanation.cause, explanation.line) == (cause, line)
    assert words in explanation.message


def test_where_two_rules_may_be_meant_none_is_named(told):
    source = "@jax.custom_vjp\ndef h(x):\n    return x\nh.defvjp(lambda x: (x, x), lambda r, t: (t,))\n"
    source += f"{VJP}g.defvjp(lambda x: (x, x), lambda r, t: t)\n{GRADIENT}"
    explanation = told(source, "(jnp.ones(3),)")
    assert (explanation.cause, explanation.line) == ("custom-rule-result", 11)
    assert "The bwd rule of a custom derivative" in explanation.message


def test_a_rule_that_the_file_calls_itself_is_no_matter_of_jax(told):
    assert told(pair().replace("return jax", "bw(1)\n    return jax"), "(jnp.ones(3),)").cause == "wrong-arguments"
