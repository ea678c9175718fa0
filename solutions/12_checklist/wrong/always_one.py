# expect: predictions: abs_static: you predicted 1
"""A jitted function is compiled once, whatever comes."""

PREDICTED = {
    "abs_static": 1,
    "lambda_loop": 1,
    "same_function": 1,
    "three_shapes": 1,
    "float_then_int": 1,
    "python_carry": 1,
    "keyword_positional": 1,
    "equal_configs": 1,
}
