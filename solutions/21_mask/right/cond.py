# expect: passed
"""lax.cond takes one side alone, on the way back, too."""

import jax as j
from jax.numpy import *


@j.jit
def positive_mean(x):
    Maske = x > 0
    return j.lax.cond(Maske.any(), lambda v: mean(v, where=Maske), lambda v: zeros((), v.dtype), x)


print(positive_mean(arange(-3.0, 3.0)))
