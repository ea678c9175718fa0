# expect: passed
"""A namedtuple as a pytree, and a class that says itself how it is taken apart."""

from typing import NamedTuple

import jax




class Config(NamedTuple):
    exponent: int = 3


@jax.jit
def power(x, cfg):
    return x**cfg.exponent


@jax.tree_util.register_pytree_node_class
class Model:
    def __init__(self, k):
        self.k = k

    def tree_flatten(self):
        return (self.k,), None

    @classmethod
    def tree_unflatten(cls, _, leaves):
        model = object.__new__(cls)
        (model.k,) = leaves
        return model

    @jax.jit
    def __call__(self, x):
        return self.k * x
