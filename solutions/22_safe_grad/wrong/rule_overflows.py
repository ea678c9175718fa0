# expect: slope: nan
"""The value is stable, and the rule divides inf by inf."""

import jax
import jax.numpy as jnp


def safe_sqrt(x):
    return jnp.where(x > 0, jnp.sqrt(jnp.where(x > 0, x, 1.0)), 0.0)


@jax.custom_jvp
def log1pexp(x):
    return jnp.logaddexp(x, 0.0)


@log1pexp.defjvp
def rule(primals, tangents):
    (x,), (x_dot,) = primals, tangents
    return log1pexp(x), jnp.exp(x) / (1 + jnp.exp(x)) * x_dot
