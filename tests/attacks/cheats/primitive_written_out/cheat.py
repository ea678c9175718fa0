import jax
from jax.extend.core import Primitive
from jax.interpreters import mlir

summed = Primitive("summed")
summed.def_abstract_eval(lambda x: jax.core.ShapedArray((), x.dtype))
mlir.register_lowering(summed, mlir.lower_fun(lambda x: sum(v * v for v in x), multiple_results=False))


@jax.jit
def squares(x):
    return summed.bind(x)
