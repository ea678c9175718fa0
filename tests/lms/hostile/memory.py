"""Takes memory until there is none."""

def double(x):
    kept = []
    while True:
        kept.append(bytearray(b"x" * (1 << 26)))
