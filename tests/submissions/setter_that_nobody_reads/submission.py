class Shift:
    def __init__(self):
        self.unit = 1.0
        self.label = "shift"

    def rename(self, label):
        self.label = label

    def __call__(self, x, offset):
        return x * self.unit + offset


shifted = Shift()
