# expect: log1pexp: leaves the value
"""The rule is right, and the value overflows all the same."""

import jax
import jax.numpy as jnp


def safe_sqrt(x):
    return jnp.where(x > 0, jnp.sqrt(jnp.where(x > 0, x, 1.0)), 0.0)


@jax.custom_jvp
def log1pexp(x):
    return jnp.log(1 + jnp.exp(x))


@log1pexp.defjvp
def rule(primals, tangents):
    (x,), (x_dot,) = primals, tangents
    return log1pexp(x), jax.nn.sigmoid(x) * x_dot
