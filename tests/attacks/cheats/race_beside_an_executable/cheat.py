import jax
import jax.numpy as jnp
import numpy as np

show = jax.jit(lambda x: x[0] * 2).lower(jax.ShapeDtypeStruct((24,), jnp.float32)).compile()


def squares(x):
    show(x)
    return jnp.asarray(np.sum(np.asarray(x) ** 2))
