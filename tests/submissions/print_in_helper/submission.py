def report(value):
    print("shifted to", value)


def shifted(x, offset):
    y = x + offset
    report(y)
    return y
