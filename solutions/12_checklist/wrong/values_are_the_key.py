# expect: predictions: float_then_int: you predicted 3, it compiles 2 times (exercise 4)
"""Takes traced values for part of the key."""

PREDICTED = {
    "abs_static": 5,
    "lambda_loop": 20,
    "same_function": 1,
    "three_shapes": 3,
    "float_then_int": 3,
    "python_carry": 2,
    "keyword_positional": 2,
    "equal_configs": 1,
}
