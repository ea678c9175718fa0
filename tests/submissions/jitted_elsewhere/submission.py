"""Jits another function at import, and not the one that is called."""
import jax, jax.numpy as jnp
@jax.jit
def step(v): return (v + 2 / v) / 2
print(step(jnp.ones(2)))
def iterate(x, n):
    for _ in range(n):
        x = (x + 2 / x) / 2
    return x
