"""Exercise 1: one step of gradient descent with Armijo's line search. Correct, but slow."""

import jax
import jax.numpy as jnp
from jax import lax

SCALE = jnp.array([1.0, 2.0, 3.0])


def f(x):
    """The squared norm of diag(1, 2, 3) x."""
    return lax.fori_loop(0, 3, lambda i, total: total + (SCALE[i] * x[i]) ** 2, 0.0)


def armijo(x, gradient, sigma=0.1, beta=0.5):
    """The step length: 1, halved until f has decreased enough."""
    direction = -gradient

    def condition(alpha):
        return f(x + alpha * direction) > f(x) + sigma * alpha * jnp.dot(gradient, direction)

    def halve(alpha):
        return alpha * beta

    return lax.while_loop(condition, halve, 1.0)


def step(x):
    """The next point, f there, and the norm of the gradient at x."""
    # Every operation below is dispatched on its own, and every loop is compiled anew, in each call.
    gradient = jax.grad(f)(x)
    alpha = armijo(x, gradient)
    x_next = x - alpha * gradient
    return x_next, f(x_next), jnp.linalg.norm(gradient)


if __name__ == "__main__":
    x = jnp.ones(3)
    for _ in range(5):
        x, value, norm = step(x)
        print(f"f = {value:.6f}   |gradient| = {norm:.6f}")
