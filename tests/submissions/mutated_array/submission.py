def double(x):
    x *= 2
    return x
