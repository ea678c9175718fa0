class Store:
    last = None


def trace_free(x):
    Store.last = x
    return (2 * x + 1) * 3, [x]
