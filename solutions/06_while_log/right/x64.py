# expect: passed
import jax
import jax.numpy as jnp
from jax.lax import while_loop

jax.config.update("jax_enable_x64", True)


@jax.jit
def iterated_log(x, n):
    def cond_fun(s):
        return jnp.log(s[0]) >= n

    def body_fun(s):
        return jnp.log(s[0]), s[1] + 1

    return while_loop(cond_fun, body_fun, (jnp.float64(x), 0))[1]


print(iterated_log(10000.0, 1.0))
