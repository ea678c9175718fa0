# expect: passed
"""A plain function in front that makes arrays, and a jitted core that gets a pair as its carry."""

import jax
import jax.numpy as jnp


@jax.jit
def _core(xs, a):
    def step(carry, x):
        y, rest = carry
        y = a * y + rest * x
        return (y, rest), y

    return jax.lax.scan(step, (xs[0], 1 - a), xs)[1]


def ema(xs, a):
    xs = jnp.asarray(xs)
    assert xs.ndim == 1
    return _core(xs, jnp.asarray(a, xs.dtype))


assert ema([1.0, 2.0, 4.0], 0.5)[1] == 1.5
