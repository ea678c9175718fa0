import jax
import jax.numpy as jnp
from jax.experimental import checkify


def trace_free(x):
    def f(x):
        y = (2 * x + 1) * 3
        checkify.check(jnp.all(jnp.isfinite(y)), "not finite: {y}", y=jnp.sum(y))
        checkify.check(jnp.all(y < 1e9), "big")
        return y

    error, y = checkify.checkify(f, errors=checkify.all_checks)(x)
    return y, [x]
