import jax
from jax.extend.core.primitives import while_p


@jax.jit
def squares(x):
    assert while_p.name == "while"
    return x @ x
