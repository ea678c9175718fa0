# expect: passed
"""Built by code, with NumPy's integers; no ITEM at all."""

import numpy as np

names = "abs_static lambda_loop same_function three_shapes float_then_int python_carry keyword_positional equal_configs"
PREDICTED = dict(zip(names.split(), np.array([5, 20, 1, 3, 2, 2, 2, 1])))

if __name__ == "__main__":
    import a_missing_table_printer

    a_missing_table_printer.show(PREDICTED)
