import jax


@jax.jit
def ema(xs, a):
    def step(y, x):
        kept = jax.lax.stop_gradient(y)
        y = a * kept + (1 - a) * x
        return y, y

    return jax.lax.scan(step, xs[0], xs)[1]
