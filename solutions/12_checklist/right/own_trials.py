# expect: passed
"""Tries it out at module level first; ITEM has other opinions."""

import jax as j


def double(v):
    return v * 2


for _ in range(3):
    print(j.jit(double)(1.0))

PREDICTED = dict(
    equal_configs=1, keyword_positional=2, python_carry=2, float_then_int=2, three_shapes=3, same_function=1
)
PREDICTED["lambda_loop"] = len([lambda v: v for _ in range(20)])
PREDICTED |= {"abs_static": len({-3, -2, 5, 2, 0})}
ITEM = {"same_function": 4}
