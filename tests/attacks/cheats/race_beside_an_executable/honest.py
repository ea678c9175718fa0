import jax
import jax.numpy as jnp
import numpy as np

squared = jax.jit(lambda x: x * x).lower(jax.ShapeDtypeStruct((24,), jnp.float32)).compile()


def squares(x):
    return jnp.asarray(np.sum(np.asarray(squared(x))))
