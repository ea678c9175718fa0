import jax


def my_abs(x):
    if x < 0:
        return -x
<<<<<<< HEAD
    return x
=======
    return +x
>>>>>>> a1f5acb


abs_jit = jax.jit(my_abs, static_argnames="x")
