SCALE = 1.0


def rescale(value):
    global SCALE
    SCALE = value


def shifted(x, offset):
    return x * SCALE + offset
