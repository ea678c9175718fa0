# expect: predictions: equal_configs: you predicted 5, it compiles once (exercise 3)
"""Takes equal static objects for different ones."""

PREDICTED = {
    "abs_static": 5,
    "lambda_loop": 20,
    "same_function": 1,
    "three_shapes": 3,
    "float_then_int": 2,
    "python_carry": 2,
    "keyword_positional": 2,
    "equal_configs": 5,
}
