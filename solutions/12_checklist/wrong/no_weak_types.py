# expect: predictions: python_carry: you predicted 1, it compiles 2 times (exercise 6)
"""Overlooks that a Python number has a weak type."""

PREDICTED = {
    "abs_static": 5,
    "lambda_loop": 20,
    "same_function": 1,
    "three_shapes": 3,
    "float_then_int": 2,
    "python_carry": 1,
    "keyword_positional": 2,
    "equal_configs": 1,
}
