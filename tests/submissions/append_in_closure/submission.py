def remembering():
    shapes = []

    def shifted(x, offset):
        shapes.append(getattr(x, "shape", ()))
        return x + offset

    return shifted


shifted = remembering()
