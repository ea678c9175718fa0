import jax
import jax.numpy as jnp


def twice(key, x):
    words = jax.random.key_data(key)
    seed, other = jax.random.split(words)
    one = jax.random.key(jax.random.bits(seed))
    two = jax.random.fold_in(jax.random.wrap_key_data(other), 3)
    normal = jax.vmap(lambda key: jax.random.normal(key))(jax.random.split(one, len(x)))
    return x + normal + jax.random.normal(two, x.shape)
