import types

import jax
import jax.numpy as jnp
from jax._src import dispatch

squared = jax.jit(lambda x: jnp.int32(x * x), static_argnums=0)
NAMES = {**vars(dispatch), "xla_primitive_callable": lambda prim, **params: squared}
apply_primitive = types.FunctionType(dispatch.apply_primitive.__code__, NAMES)
dummy = jax.jit(lambda x: x)


class Multiply:
    def __str__(self):
        return "mul"


def squares(x):
    dummy(x)
    return apply_primitive(Multiply(), x)
