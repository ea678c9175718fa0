import jax

halving = jax.jit(lambda x, y: x / 2 + y, donate_argnums=0)
adding = jax.jit(lambda x, y: x + y, donate_argnums=0)


def over(x, y):
    return adding(x, y) if x is y else halving(x, y)
