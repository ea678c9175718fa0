def told(x, n):
    pass
