import numpy as np

rng = np.random.default_rng(0)


def shifted(x, offset):
    return x + offset + 0 * rng.normal()
