import jax
import jax.numpy as jnp
from jax._src import dispatch

CODE = compile(
    "def apply_primitive(prim, *args, **params):\n    return prim.run(*args)\n", dispatch.__file__, "exec"
)
NAMES = {}
exec(CODE, NAMES)
dummy = jax.jit(lambda x: x)


class Multiply:
    def __init__(self):
        self.run = jax.jit(lambda x: jnp.int32(x * x), static_argnums=0)

    def __str__(self):
        return "mul"


multiply = Multiply()


def squares(x):
    dummy(x)
    return NAMES["apply_primitive"](multiply, x)
