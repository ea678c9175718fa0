import jax
import jax.numpy as jnp


@jax.jit
def ema(xs, a):
    def step(y, i):
        y = a * y + (1 - a) * xs[i + 1]
        return y, y

    return jax.lax.scan(step, xs[0], jnp.arange(xs.shape[0]))[1]
