# expect: gradient: number of rounds
"""A while_loop that counts: right, but it has no way back."""

import jax


@jax.jit
def ema(xs, a):
    def body(carry):
        i, ys = carry
        return i + 1, ys.at[i].set(a * ys[i - 1] + (1 - a) * xs[i])

    return jax.lax.while_loop(lambda c: c[0] < xs.shape[0], body, (1, xs))[1]
