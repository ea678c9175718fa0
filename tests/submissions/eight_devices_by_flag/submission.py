import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec

mesh = jax.make_mesh((8,), ("d",))


def inner(X):
    return jnp.sqrt(jnp.sum((X[:, None] - X[None]) ** 2, axis=2))


pairwise = jax.jit(inner, out_shardings=NamedSharding(mesh, PartitionSpec()))
