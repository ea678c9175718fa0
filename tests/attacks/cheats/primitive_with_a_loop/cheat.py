import jax
import jax.numpy as jnp
from jax.extend.core import Primitive
from jax.interpreters import mlir

summed = Primitive("summed")
summed.def_abstract_eval(lambda x: jax.core.ShapedArray((), x.dtype))


def looped(x):
    return jax.lax.fori_loop(0, x.shape[0], lambda i, total: total + x[i] * x[i], jnp.float32(0))


mlir.register_lowering(summed, mlir.lower_fun(looped, multiple_results=False))


@jax.jit
def squares(x):
    return summed.bind(x)
