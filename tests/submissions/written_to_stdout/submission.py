import sys


def shifted(x, offset):
    sys.stdout.write(f"shifting {x}\n")
    return x + offset
