import jax.numpy as jnp


def my_abs(x):
    x = jnp.asarray(x)
    flat = x.ravel()
    for i in range(flat.size):
        flat.at[i].set(jnp.where(flat[i] < 0, -flat[i], flat[i]))
    return flat.reshape(x.shape)
