import os

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_compilation_cache", True)
jax.config.update("jax_compilation_cache_dir", os.path.join(os.getcwd(), "cache"))
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", 0)


def squares(x):
    return jax.jit(lambda x: jnp.sum(x * x))(x)
