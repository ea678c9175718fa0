# expect: traces: static
"""Nothing was made static: the `if` meets a tracer."""
import jax


@jax.jit
def abs_jit(x):
    if x < 0:
        return -x
    else:
        return x
