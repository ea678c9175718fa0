import jax
import jax.numpy as jnp
import numpy as np

one = jax.ShapeDtypeStruct((), np.float32)


@jax.custom_vjp
def total(x):
    return jax.lax.cond(x.size > 0, lambda: jax.pure_callback(lambda v: np.sum(np.square(v)), one, x), lambda: jnp.float32(0))


total.defvjp(lambda x: (total(x), x), lambda x, g: (2 * g * x,))


@jax.jit
def squares(x):
    return total(x)
