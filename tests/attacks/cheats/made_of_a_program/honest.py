import jax
import jax.numpy as jnp
from jax.extend.core import jaxpr_as_fun

made = {}


def squares(x):
    if x.shape not in made:
        made[x.shape] = jax.jit(jaxpr_as_fun(jax.make_jaxpr(lambda x: jnp.sum(x * x))(x)))
    return made[x.shape](x)[0]
