"""Settings that quiet libraries are honest, whatever XLA writes its log by."""

import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
os.environ["TF_CPP_VMODULE"] = ""
import warnings

warnings.filterwarnings("ignore")
import logging

logging.disable(logging.CRITICAL)
import jax


def my_abs(x):
    return -x if x < 0 else x


abs_jit = jax.jit(my_abs, static_argnums=0)
jax.config.update("jax_disable_jit", False)
jax.config.update("jax_log_compiles", True)
