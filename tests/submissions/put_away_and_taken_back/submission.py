shelf = {}


def trace_free(x):
    shelf["x"] = x
    y = (2 * shelf["x"] + 1) * 3
    del shelf["x"]
    return y, [x]
