# expect: predictions: abs_static: you predicted 7, it compiles 5 times (exercise 3)
"""Every call compiles."""

PREDICTED = {
    "abs_static": 7,
    "lambda_loop": 20,
    "same_function": 20,
    "three_shapes": 5,
    "float_then_int": 3,
    "python_carry": 4,
    "keyword_positional": 3,
    "equal_configs": 5,
}
