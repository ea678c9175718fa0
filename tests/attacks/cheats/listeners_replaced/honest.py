import jax
import jax.numpy as jnp

total = jax.jit(lambda x: jnp.sum(x * x))


def squares(x):
    kept = [x]
    try:
        return total(x)
    finally:
        kept.clear()
