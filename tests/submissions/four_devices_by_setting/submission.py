import jax

jax.config.update("jax_num_cpu_devices", 4)
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec

mesh = jax.make_mesh((4,), ("d",))


def inner(X):
    return jnp.sqrt(jnp.sum((X[:, None] - X[None]) ** 2, axis=2))


pairwise = jax.jit(inner, out_shardings=NamedSharding(mesh, PartitionSpec()))
