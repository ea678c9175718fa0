import jax
import jax.numpy as jnp


class Weight(float):
    def __eq__(self, other):
        return float(self) == other

    __hash__ = float.__hash__


WEIGHT = Weight(1.0)


@jax.jit
def squares(x):
    return jnp.sum(x * x) * float(WEIGHT)
