# expect: traces: while
"""Searches with a Python while."""

import jax
import jax.numpy as jnp
from jax import lax

D = jnp.array([1.0, 2.0, 3.0])


def f(x):
    y = D * x
    return jnp.dot(y, y)


g = jax.grad(f)


@jax.jit
def step(x):
    grad_x = g(x)
    alpha = 1.0
    while f(x - alpha * grad_x) > f(x) - 0.1 * alpha * jnp.dot(grad_x, grad_x):
        alpha *= 0.5
    x_next = x - alpha * grad_x
    return x_next, f(x_next), jnp.linalg.norm(grad_x)
