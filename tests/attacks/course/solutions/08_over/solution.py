import jax

over = jax.jit(lambda x, y: x / 2 + y, donate_argnums=0)
