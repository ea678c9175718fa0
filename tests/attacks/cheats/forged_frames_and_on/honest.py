import jax
import jax.numpy as jnp


@jax.jit
def squares(x):
    calls = [x]
    while len(calls) < 4:
        calls.append(x)
    return jnp.sum(calls[-1] * x)
