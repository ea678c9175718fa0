import jax


def apply_primitive(prim, *args):
    return prim(*args)


@jax.jit
def squares(x):
    return apply_primitive(jax.lax.mul, x, x)
