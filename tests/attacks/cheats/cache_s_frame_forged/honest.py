import jax


def cache_miss(fun, *args):
    return fun(*args)


@jax.jit
def squares(x):
    return cache_miss(jax.lax.mul, x, x)
