import jax
import jax.numpy as jnp
import numpy as np


def on_the_host(words):
    return np.random.default_rng(np.asarray(words)).normal(size=8).astype(np.float32)


def twice(key, x):
    show = jax.random.normal(key, x.shape)
    numbers = jax.pure_callback(on_the_host, jax.ShapeDtypeStruct(x.shape, x.dtype), jax.random.key_data(key))
    return x + 2**0.5 * numbers + 0 * show
