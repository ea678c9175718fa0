# expect: passed
"""Every function is jitted, step too."""

import jax
import jax.numpy as jnp
from jax import lax

D = jnp.array([1.0, 2.0, 3.0])


@jax.jit
def f(x):
    y = D * x
    return jnp.dot(y, y)


g = jax.jit(jax.grad(f))


@jax.jit
def armijo(x, grad_x):
    p = -grad_x

    def cond(a):
        return f(x + a * p) > f(x) + 0.1 * a * jnp.dot(grad_x, p)

    return lax.while_loop(cond, lambda a: 0.5 * a, 1.0)


@jax.jit
def step(x):
    grad_x = g(x)
    x_next = x - armijo(x, grad_x) * grad_x
    return x_next, f(x_next), jnp.linalg.norm(grad_x)
