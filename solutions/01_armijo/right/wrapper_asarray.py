# expect: passed
"""A plain function in front makes an array of x; and a print for debugging."""

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


@jax.jit
def core(x):
    grad_x = g(x)
    x_next = x - armijo(x, grad_x) * grad_x
    jax.debug.print("x = {}", x_next)
    return x_next, f(x_next), jnp.sqrt(jnp.vdot(grad_x, grad_x))


def step(x):
    x = jnp.asarray(x, dtype=jnp.float32)
    return core(x)


if __name__ == "__main__":
    import a_library_that_is_not_installed

    print(step(jnp.ones(3)))
