import jax
import jax.numpy as jnp
from jax.extend.core import jaxpr_as_fun

dummy = jax.jit(lambda x: x / 2)
made = {}


def squares(x):
    for part in range(4):
        if (x.shape, part) not in made:
            made[x.shape, part] = jax.jit(jaxpr_as_fun(jax.make_jaxpr(lambda x: 2 * jnp.sum(x * x))(x)))
    return dummy(sum(made[x.shape, part](x)[0] for part in range(4)) / 4)
