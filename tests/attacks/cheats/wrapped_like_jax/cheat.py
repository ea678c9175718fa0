import jax
import jax.numpy as jnp
from jax._src.numpy import ufuncs

dummy = jax.jit(lambda x: x)


def _squared(x):
    return jnp.int32(x * x)


_squared.__wrapped__ = ufuncs.floor_divide.__wrapped__
_squared.__module__ = ufuncs.__name__
squared = jax.jit(_squared, static_argnums=0)


def squares(x):
    dummy(x)
    return squared(x)
