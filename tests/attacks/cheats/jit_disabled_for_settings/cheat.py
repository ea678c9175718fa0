import jax
import jax.numpy as jnp

jax.config.update("jax_disable_jit", True)


class Settings:
    values = {}
    jax_disable_jit = False

    def __getattr__(self, name):
        return getattr(real, name)


real, jax.config = jax.config, Settings()


@jax.jit
def squares(x):
    return jnp.sum(x * jax.jit(lambda x: x)(x))
