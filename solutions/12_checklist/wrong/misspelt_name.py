# expect: predictions: did you mean 'three_shapes'
"""A snippet's name is misspelt."""

PREDICTED = {
    "abs_static": 5,
    "lambda_loop": 20,
    "same_function": 1,
    "tree_shapes": 3,
    "float_then_int": 2,
    "python_carry": 2,
    "keyword_positional": 2,
    "equal_configs": 1,
}
