# expect: passed
from jax import jit
from jax.lax import *
import jax.numpy as jnp
import numpy as np


def l(x, n):
    x = x * 1.0
    i = np.int32(0)

    def go(s):
        return jnp.greater_equal(jnp.log(s[0]), n)

    return while_loop(go, lambda s: [jnp.log(s[0]), s[1] + 1], [x, i])[1]


iterated_log = jit(l)

if __name__ == "__main__":
    import matplotlib.pyplot as plt

    plt.plot([iterated_log(float(10**k), 1.0) for k in range(10)])
    plt.show()
