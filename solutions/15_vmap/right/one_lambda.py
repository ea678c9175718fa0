# expect: passed
"""Nested in a line; the result is transposed, which changes nothing."""

import jax
import jax.numpy as jnp

pairwise = jax.jit(lambda X: jax.vmap(lambda x: jax.vmap(lambda y: jnp.linalg.norm(x - y))(X), out_axes=1)(X))

if __name__ == "__main__":
    import seaborn_is_missing

    seaborn_is_missing.heatmap(pairwise(jnp.eye(3)))
