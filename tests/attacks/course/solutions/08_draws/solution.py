import jax


def twice(key, x):
    one, two = jax.random.split(key)
    return x + jax.random.normal(one, x.shape) + jax.random.normal(two, x.shape)
