from datetime import datetime


def shifted(x, offset):
    return x + offset + 0 * datetime.now().year
