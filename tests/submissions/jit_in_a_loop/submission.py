import jax


def iterate(x, n):
    for _ in range(n):

        @jax.jit
        def step(v):
            return (v + 2 / v) / 2

        x = step(x)
    return x
