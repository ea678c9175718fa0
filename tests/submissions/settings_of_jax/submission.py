"""Settings made before and after jax is imported are honest."""

import os

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_cpu_multi_thread_eigen=false"
os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
os.environ["MPLCONFIGDIR"] = os.path.join(os.getcwd(), "plots")

import jax

jax.config.update("jax_platform_name", "cpu")
jax.config.update("jax_numpy_rank_promotion", "warn")
jax.config.update("jax_default_matmul_precision", "highest")
jax.config.update("jax_debug_nans", False)
DEVICES = jax.devices(), jax.device_count(), jax.default_backend()


def my_abs(x):
    return -x if x < 0 else x


abs_jit = jax.jit(my_abs, static_argnums=0)
