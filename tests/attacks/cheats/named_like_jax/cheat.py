import jax
import jax.numpy as jnp
from jax._src.numpy import reductions

CODE = compile("def _summed(x):\n    return (x * x).sum()\n", reductions.__file__, "exec")
dummy = jax.jit(lambda x: x)


def squares(x):
    dummy(x)
    exec(CODE, vars(reductions))
    return jax.jit(reductions._summed)(x)
