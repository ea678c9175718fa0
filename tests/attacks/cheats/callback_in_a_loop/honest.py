import jax
import jax.numpy as jnp


@jax.custom_vjp
def total(x):
    jax.debug.print("{} elements", x.size)
    return jax.lax.cond(x.size > 0, lambda: jnp.sum(x * x), lambda: jnp.float32(0))


total.defvjp(lambda x: (total(x), x), lambda x, g: (2 * g * x,))


@jax.jit
def squares(x):
    return total(x)
