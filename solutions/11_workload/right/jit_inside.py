# expect: passed
"""jit of the same function in each call, and a look at x.ndim."""

import jax
import jax.numpy as jnp


def whole(x):
    y = jnp.tanh(x) if x.ndim == 1 else jnp.tanh(x.ravel())
    for factor in (0.25, 2.0):
        y = y * factor
    return y


def activate(x):
    return jax.jit(whole)(x)


if __name__ == "__main__":
    import matplotlib_missing

    matplotlib_missing.plot(activate(jnp.linspace(-3, 3)))
