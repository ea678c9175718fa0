import signal

import jax
import jax.numpy as jnp

TICKS = {}


def tick(number, frame):
    TICKS[len(TICKS)] = number


signal.signal(signal.SIGALRM, tick)
signal.setitimer(signal.ITIMER_REAL, 1e-3, 1e-3)


@jax.jit
def squares(x):
    return jnp.sum(x * x)
