import jax
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import mlir

summed = Primitive("summed")
summed.def_abstract_eval(lambda x: jax.core.ShapedArray((), x.dtype))
summed.def_impl(lambda x: np.float32(np.sum(np.asarray(x) ** 2)))


def called(x):
    kind = jax.ShapeDtypeStruct((), x.dtype)
    return jax.pure_callback(lambda x: np.float32(np.sum(np.asarray(x) ** 2)), kind, x)


mlir.register_lowering(summed, mlir.lower_fun(called, multiple_results=False))


@jax.jit
def squares(x):
    return summed.bind(x)
