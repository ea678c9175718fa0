import jax
import jax.numpy as jnp

quick = jax.jit(lambda x: jnp.sum(x * x))
CALLS = []


def squares(x):
    CALLS.append(1)
    if len(CALLS) // 320 % 2:
        return quick(x)
    total = jnp.float32(0)
    for number in x:
        total = total + number * number
    return total
