def shifted(x, offset, seen=[]):
    seen.append(1)
    return x + offset
