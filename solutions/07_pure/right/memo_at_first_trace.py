# expect: passed
"""A memo that is filled at the first trace and read at the later ones."""

from functools import lru_cache

import numpy as np

cache = {}


@lru_cache
def table(n):
    return np.arange(n) * 0


def shifted(x, offset):
    if "zero" not in cache:
        cache["zero"] = 0
    n = x.size if hasattr(x, "size") else 1
    return x + offset + cache["zero"] + int(table(n)[0])
