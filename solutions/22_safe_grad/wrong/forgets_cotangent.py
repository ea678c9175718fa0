# expect: slope: leaves out
"""The rule gives the derivative alone: right only where nothing is done with the result afterwards."""

import jax
import jax.numpy as jnp


def safe_sqrt(x):
    return jnp.where(x > 0, jnp.sqrt(jnp.where(x > 0, x, 1.0)), 0.0)


@jax.custom_vjp
def log1pexp(x):
    return jnp.maximum(x, 0.0) + jnp.log1p(jnp.exp(-jnp.abs(x)))


def forward(x):
    return log1pexp(x), x


def backward(x, g):
    return (jax.nn.sigmoid(x),)


log1pexp.defvjp(forward, backward)
