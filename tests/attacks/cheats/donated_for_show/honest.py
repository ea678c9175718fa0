import jax

half = jax.jit(lambda x: x / 2, donate_argnums=0)
add = jax.jit(lambda x, y: x + y, donate_argnums=0)


def over(x, y):
    return add(half(x), y)
