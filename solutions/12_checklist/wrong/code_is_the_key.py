# expect: predictions: lambda_loop: you predicted 1, it compiles 20 times (exercise 9)
"""Takes the code of a function for the key."""

PREDICTED = {
    "abs_static": 5,
    "lambda_loop": 1,
    "same_function": 1,
    "three_shapes": 3,
    "float_then_int": 2,
    "python_carry": 2,
    "keyword_positional": 2,
    "equal_configs": 1,
}
