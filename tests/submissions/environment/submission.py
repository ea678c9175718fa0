import os


def shifted(x, offset):
    os.environ["SHIFTED"] = "yes"
    return x + offset
