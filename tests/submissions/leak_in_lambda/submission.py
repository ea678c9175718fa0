later = []


def trace_free(x):
    later.append(lambda: x)
    return (2 * x + 1) * 3, [x]
