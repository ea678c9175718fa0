# expect: speedup: as fast as the starter
"""A lambda is jitted inside step: a new function, hence a compilation, in each call."""

import jax
import jax.numpy as jnp
from jax import lax

D = jnp.array([1.0, 2.0, 3.0])


def f(x):
    y = D * x
    return jnp.dot(y, y)


g = jax.grad(f)


def armijo(x, grad_x):
    p = -grad_x

    def cond(a):
        return f(x + a * p) > f(x) + 0.1 * a * jnp.dot(grad_x, p)

    return lax.while_loop(cond, lambda a: 0.5 * a, 1.0)


def step(x):
    def whole(x):
        grad_x = g(x)
        x_next = x - armijo(x, grad_x) * grad_x
        return x_next, f(x_next), jnp.linalg.norm(grad_x)

    return jax.jit(lambda v: whole(v))(x)
