NEGATE = False


def negate():
    global NEGATE
    NEGATE = not NEGATE


def shifted(x, offset):
    return x - offset if NEGATE else x + offset
