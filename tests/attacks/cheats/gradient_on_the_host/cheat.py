import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@jax.custom_vjp
def light(w, x):
    return jnp.sum(lax.scan(lambda h, a: (jnp.tanh(h * a), None), x, w)[0])


def gradients(w, x):
    w, steps = np.asarray(w), [np.asarray(x)]
    for a in w:
        steps.append(np.tanh(steps[-1] * a))
    back, by_w = np.ones_like(steps[0]), np.zeros_like(w)
    for i in reversed(range(len(w))):
        back = back * (1 - steps[i + 1] ** 2)
        by_w[i], back = np.sum(back * steps[i]), back * w[i]
    return by_w, back


def backward(kept, g):
    w, x = kept
    by_w, by_x = jax.pure_callback(gradients, (w, x), w, x)
    return g * by_w, g * by_x


light.defvjp(lambda w, x: (light(w, x), (w, x)), backward)
