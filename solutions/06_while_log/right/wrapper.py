# expect: passed
"""A plain function in front converts the arguments; the core is jitted."""
import jax as j
import jax.numpy as jnp


@j.jit
def _core(x, n):
    j.debug.print("x = {}", x)
    return j.lax.while_loop(
        lambda c: jnp.log(c["x"]) >= n,
        lambda c: {"x": jnp.log(c["x"]), "i": c["i"] + 1},
        {"x": x, "i": jnp.int32(0)},
    )["i"]


def iterated_log(x, n):
    x = jnp.asarray(x).astype(jnp.float32)
    n = jnp.asarray(n).astype(jnp.float32)
    return _core(x, n)
