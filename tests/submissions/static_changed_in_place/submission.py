from functools import partial

import jax


class Sign:
    def __init__(self, positive=True):
        self.positive = positive

    def __hash__(self):
        return hash(self.positive)

    def __eq__(self, other):
        return self.positive == other.positive


SIGN = Sign()


@partial(jax.jit, static_argnums=1)
def _abs(x, sign):
    return x if sign.positive else -x


def abs_jit(x):
    SIGN.positive = x >= 0
    return _abs(x, SIGN)
