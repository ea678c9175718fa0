import jax
import jax.numpy as jnp
from jax import lax


@jax.custom_vjp
def light(w, x):
    return jnp.sum(lax.scan(step, x, w)[0])


def step(h, a):
    return jnp.tanh(h * a), h


def backward(kept, g):
    w, x = kept
    end, before = lax.scan(step, x, w)

    def back(carry, place):
        after, cotangent = carry
        a, h = place
        cotangent = cotangent * (1 - after**2)
        return (h, cotangent * a), jnp.sum(cotangent * h)

    (_, by_x), by_w = lax.scan(back, (end, g * jnp.ones_like(x)), (w, before), reverse=True)
    return by_w, by_x


light.defvjp(lambda w, x: (light(w, x), (w, x)), backward)
