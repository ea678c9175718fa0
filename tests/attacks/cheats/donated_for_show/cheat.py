import jax

show = jax.jit(lambda x: x + 1, donate_argnums=0)
half = jax.jit(lambda x: x / 2)


def over(x, y):
    copy = half(x)
    show(x).delete()
    return copy + y
