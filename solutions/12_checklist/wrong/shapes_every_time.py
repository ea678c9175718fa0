# expect: predictions: three_shapes: you predicted 5, it compiles 3 times (exercise 2)
"""Forgets that programs are kept."""

PREDICTED = {
    "abs_static": 5,
    "lambda_loop": 20,
    "same_function": 1,
    "three_shapes": 5,
    "float_then_int": 2,
    "python_carry": 2,
    "keyword_positional": 2,
    "equal_configs": 1,
}
