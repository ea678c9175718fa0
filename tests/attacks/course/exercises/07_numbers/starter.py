def squares(x):
    return x * x
