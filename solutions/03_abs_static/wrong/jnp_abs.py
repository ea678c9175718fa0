# expect: raises: static argument
"""Right values, but nothing is static: an array is accepted."""
import jax
import jax.numpy as jnp

abs_jit = jax.jit(lambda x: jnp.abs(x))
