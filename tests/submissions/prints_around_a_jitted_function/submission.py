import jax
import jax.numpy as jnp
from jax import lax

SCALE = jnp.array([1.0, 2.0, 3.0])


def f(x):
    return jnp.sum((SCALE * x) ** 2)


def armijo(x, gradient, sigma=0.1, beta=0.5):
    direction = -gradient
    # Two values that stay the same during the search: computed once, before the loop.
    start = f(x)
    slope = jnp.dot(gradient, direction)

    # These are new functions in each call of armijo. Under jit that does not matter: the body of step runs once, to
    # be traced, and after that only the compiled program runs.
    def condition(alpha):
        return f(x + alpha * direction) > start + sigma * alpha * slope

    def halve(alpha):
        return alpha * beta

    return lax.while_loop(condition, halve, 1.0)


@jax.jit
def _step(x):
    gradient = jax.grad(f)(x)
    x_next = x - armijo(x, gradient) * gradient
    return x_next, f(x_next), jnp.linalg.norm(gradient)


def step(x):
    print("one step")
    return _step(x)
