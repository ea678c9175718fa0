class Shift:
    def __init__(self):
        self.scale = 1.0

    def rescale(self, scale):
        self.scale = scale

    def __call__(self, x, offset):
        return x * self.scale + offset


shifted = Shift()
