def twice(key, x):
    return x
