# expect: passed
import jax
import jax.numpy as jnp


def my_abs(x):
    if isinstance(x, bool):
        return x
    return jnp.abs(x)


abs_jit = jax.jit(my_abs, static_argnums=0)

if __name__ == "__main__":
    import a_plotting_library_that_is_not_there as plots

    plots.plot([abs_jit(i) for i in range(-3, 4)])
