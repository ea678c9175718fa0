"""Refuses an array by an assertion."""
import jax
def _my_abs(x):
    if x < 0: return -x
    return x
_j = jax.jit(_my_abs, static_argnums=0)
def abs_jit(x):
    assert isinstance(x, (int, float)), "a Python number, please"
    return _j(x)
