# expect: predictions: same_function: you predicted 20, it compiles once (exercise 9)
"""Takes the jitted wrapper for the key."""

PREDICTED = {
    "abs_static": 5,
    "lambda_loop": 20,
    "same_function": 20,
    "three_shapes": 3,
    "float_then_int": 2,
    "python_carry": 2,
    "keyword_positional": 2,
    "equal_configs": 1,
}
