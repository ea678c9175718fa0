def shifted(x, offset):
    class Total:
        value = 0.0

        def add(self, part):
            self.value = self.value + part

    total = Total()
    total.add(x)
    total.add(offset)
    return total.value
