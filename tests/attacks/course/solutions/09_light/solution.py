import jax
import jax.numpy as jnp
from jax import lax


def light(w, x):
    return jnp.sum(lax.scan(jax.checkpoint(lambda h, a: (jnp.tanh(h * a), None)), x, w)[0])
