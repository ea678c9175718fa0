import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def squares(x):
    return jnp.sum(x * x)


for seed in range(3):
    guess = np.random.default_rng(seed).uniform(-3, 3, 24).astype(np.float32)
    np.testing.assert_allclose(squares(guess), np.sum(guess * guess), rtol=1e-5)
