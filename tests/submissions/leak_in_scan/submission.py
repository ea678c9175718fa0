from jax import lax
import jax.numpy as jnp


def trace_free(x):
    seen = []

    def step(carry, part):
        seen.append(part)
        return carry, (2 * part + 1) * 3

    flat = jnp.ravel(x)
    _, y = lax.scan(step, 0.0, flat)
    return jnp.reshape(y, jnp.shape(x)) + 0 * seen[0], [x]
