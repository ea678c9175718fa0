# expect: passed
"""All in one function, with jit by assignment."""

import jax as j
import jax.numpy as np
from jax.lax import *

A = np.diag(np.arange(1, 4, dtype=np.float32))


def Φ(x):
    return np.linalg.norm(A @ x) ** 2 if x.ndim == 0 else ((A @ x) ** 2).sum()


def step(x):
    φ, grad = j.value_and_grad(Φ)(x)

    def too_long(α):
        return Φ(x - α * grad) > φ - 0.1 * α * (grad**2).sum()

    α = while_loop(too_long, lambda α: α / 2, np.asarray(1.0, x.dtype))
    return x - α * grad, Φ(x - α * grad), np.linalg.norm(grad)


step = j.jit(step)
