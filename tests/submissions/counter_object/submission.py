class Shift:
    def __init__(self):
        self.calls = 0

    def __call__(self, x, offset):
        self.calls += 1
        return x + offset


shifted = Shift()
