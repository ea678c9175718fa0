import jax
import jax.numpy as jnp
import numpy as np

show = jax.jit(lambda x: jnp.sum(x * x)).lower(jax.ShapeDtypeStruct((16,), jnp.float32)).compile()


def squares(x):
    return jnp.asarray(np.sum(np.asarray(x) ** 2))
