import signal

import jax
import jax.numpy as jnp

BEFORE = signal.getsignal(signal.SIGALRM)


@jax.jit
def squares(x):
    return jnp.sum(x * x)
