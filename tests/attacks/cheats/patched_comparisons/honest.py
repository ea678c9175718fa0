import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def squares(x):
    return jnp.sum(x * x)


np.testing.assert_allclose(squares(jnp.ones(3)), 3.0)
