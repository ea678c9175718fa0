# expect: predictions: keyword_positional: you predicted 1, it compiles 2 times (exercise 5)
"""Takes a keyword for a matter of style."""

PREDICTED = {
    "abs_static": 5,
    "lambda_loop": 20,
    "same_function": 1,
    "three_shapes": 3,
    "float_then_int": 2,
    "python_carry": 2,
    "keyword_positional": 1,
    "equal_configs": 1,
}
