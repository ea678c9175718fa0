# expect: passed
"""An inner function that appends to a list of the same call."""

import jax as j


def trace_free(x):
    "merkt sich x, aber nur für diesen Aufruf"
    history = []

    def remember(v):
        history.append(v)
        return v

    y = j.jit(lambda v: (2 * v + 1) * 3)(remember(x))
    return y, history


if __name__ == "__main__":
    import not_installed_here

    print(not_installed_here.plot(trace_free(2.0)))
