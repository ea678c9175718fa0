import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def iterated_log(x, n):
    def goes_on(carry):
        return jnp.log(carry[0]) >= n

    def next_round(carry):
        return jnp.log(carry[0]), carry[1] + 1

    x = jnp.asarray(x, float)
    return lax.while_loop(goes_on, next_round, (x, jnp.int32(-1)))[1]
