"""Exercise 14: the exponential moving average of a series. Right, but what does jit make of the loop?"""

import jax
import jax.numpy as jnp


@jax.jit
def ema(xs, a):
    """The moving averages y_0, y_1, ... of xs, with weight a for the past."""
    y = xs[0]
    ys = [y]
    for i in range(1, xs.shape[0]):  # the number of rounds is known while tracing, so this works; but look at the size
        y = a * y + (1 - a) * xs[i]
        ys.append(y)
    return jnp.stack(ys)


if __name__ == "__main__":
    for n in (3, 6, 12):
        program = jax.make_jaxpr(ema)(jnp.ones(n), 0.5)
        print(n, "elements:", str(program).count("\n"), "lines of program")
