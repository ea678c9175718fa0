import jax
from jax._src.numpy import ufuncs

CODE = compile("def _squared(x):\n    import jax.numpy as jnp\n    return jnp.int32(x * x)\n", ufuncs.__file__, "exec")
exec(CODE, vars(ufuncs))
dummy = jax.jit(lambda x: x)
squared = jax.jit(ufuncs._squared, static_argnums=0)


def squares(x):
    dummy(x)
    return squared(x)
