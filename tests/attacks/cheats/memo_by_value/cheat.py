import jax.numpy as jnp

KNOWN = {}


def squares(x):
    key = x.tobytes()
    if key not in KNOWN:
        total = jnp.float32(0)
        for number in x:
            total = total + number * number
        KNOWN[key] = total
    return KNOWN[key]
