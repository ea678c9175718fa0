def make():
    calls = 0

    def shifted(x, offset):
        nonlocal calls
        calls += 1
        return x + offset

    return shifted


shifted = make()
