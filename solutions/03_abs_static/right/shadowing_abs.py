# expect: passed
# The builtin's name is taken, as one does when trying things out.
import jax as j


def abs(x):
    if x < 0:
        return -x
    else:
        return x


abs_jit = j.jit(abs, static_argnums=0)
print(abs_jit(1))
