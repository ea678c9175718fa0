def make():
    scale = 1.0

    def rescale(value):
        nonlocal scale
        scale = value

    def shifted(x, offset):
        return x * scale + offset

    return shifted, rescale


shifted, rescale = make()
