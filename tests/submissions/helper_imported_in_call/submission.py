def shifted(x, offset):
    from .helpers import add

    return add(x, offset)
